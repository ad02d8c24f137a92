import { useStore } from '@nanostores/react'
import { $isAuthenticated } from '#stores/session.ts'
import { MemberHome } from './member-home.tsx'
import { VisitorHome } from './visitor-home.tsx'

export default function HomeScreen() {
  return useStore($isAuthenticated) ? <MemberHome /> : <VisitorHome />
}
