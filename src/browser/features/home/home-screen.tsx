import { useStore } from '@nanostores/react'
import { $isAuthenticated } from '#browser/stores/session.ts'
import { MemberHome } from './member-home.tsx'
import { VisitorHome } from './visitor-home.tsx'

export default function HomeScreen() {
  return useStore($isAuthenticated) ? <MemberHome /> : <VisitorHome />
}
