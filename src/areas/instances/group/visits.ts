import { Prisma } from '../../../generated/prisma/client.ts'
import { trusted } from '../../../kernel/ids.ts'
import { parseLocation } from '../../../kernel/location.ts'
import { type FindPossibleVisits, visitKey } from '../../../kernel/placeVisits.ts'
import { type AccessFacts, accessFactColumns, canEnterInstance, isGroupInstanceListed } from '../policy.ts'

interface VisitRow extends AccessFacts {
  readonly userId: string
  readonly location: string
}

const RULES = { enter: canEnterInstance, list: isGroupInstanceListed } as const

export const findPossibleVisits: FindPossibleVisits = async ({ sql, clock }, visits, rule = 'enter') => {
  const places = new Map(visits.map(({ location }) => [location, parseLocation(location)]))
  const toGroups = visits.filter(({ location }) => places.get(location)?.type === 'group')
  if (toGroups.length === 0) return new Set()
  const userIds = toGroups.map(({ userId }) => userId)
  const locations = toGroups.map(({ location }) => location)
  const admins = new Set(toGroups.flatMap(({ userId, isAdmin }) => (isAdmin ? userId : [])))
  const owners = locations.map((location) => places.get(location)?.ownerId ?? '')
  const rows = await sql<VisitRow>`
    SELECT place."userId", place.location, ${accessFactColumns(Prisma.sql`place."userId"`, clock.now())}
    FROM unnest(${userIds}::text[], ${locations}::text[], ${owners}::text[]) AS place("userId", location, owner)`
  const possible = rows.filter(({ userId, location, ...facts }) => {
    const place = places.get(location)
    const viewer = { id: trusted<'user'>(userId), admin: admins.has(userId), pendingFactors: [] }
    return place && RULES[rule]({ viewer }, place, facts)
  })
  return new Set(possible.map(visitKey))
}
