import { Navigate } from '@tanstack/react-router'
import { pagesFor } from './sections.ts'
import { useStaff } from './useStaff.ts'

/** Leads to the first page that the viewer may open. */
export function ConsoleStart() {
  const [first] = pagesFor(useStaff() ?? [])
  return first ? <Navigate to={first.to} replace /> : null
}
