import type { ReactNode } from 'react'

/** What is wrong with a field, or with one of the entries of its list. */
export function fieldError(errors: Readonly<Record<string, ReactNode>>, field: string): ReactNode {
  const [, found] = Object.entries(errors).find(([name]) => name === field || name.startsWith(`${field}.`)) ?? []
  return found
}
