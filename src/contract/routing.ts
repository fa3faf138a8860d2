import type { Operation, Table } from './operation.ts'

/** How closely a segment binds: fixed text before text with a parameter in it, and that before a bare parameter. */
function rank(segment: string): number {
  if (!segment.includes('{')) return 0
  return /^\{\w+\}$/.test(segment) ? 2 : 1
}

/** Sorts paths segment by segment, so that `/users/active` comes before `/users/{userId}`. */
const binding = ({ path }: Operation) => path.split('/').map(rank).join('')

/** The operations in the order in which a router must try them. */
export const inRoutingOrder = (table: Table): [string, Operation][] =>
  Object.entries(table).sort(([, a], [, b]) => (binding(a) < binding(b) ? -1 : Number(binding(a) > binding(b))))
