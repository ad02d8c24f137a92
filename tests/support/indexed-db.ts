// Gives a page an empty IndexedDB. The other pages have none.

import { IDBFactory } from 'fake-indexeddb'

globalThis.indexedDB = new IDBFactory()
