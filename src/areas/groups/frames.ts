import type { Frame } from '../../contract/shapes/pipelineFrame.ts'
import type { FramePresenters } from '../../edges/pipeline/frames.ts'
import type { DomainEvent } from '../../kernel/events.ts'
import { getOrCreate } from '../../kernel/maps.ts'
import { createKeyLoader } from '../../kernel/records.ts'
import type { Services } from '../../kernel/scope.ts'
import { statusAt } from './access.ts'
import { groupJoined, groupLeft, groupMemberChanged, groupRoleChanged } from './events.ts'
import { type MemberRow, readMemberRows } from './membership/members.ts'
import type { GroupPerson } from './queries.ts'
import { roleWire } from './wire/group.ts'
import { memberWire } from './wire/member.ts'

const NO_FRAMES: readonly Frame[] = []

const groupFrame =
  (type: 'group-joined' | 'group-left') =>
  ({ ids }: DomainEvent): readonly Frame[] => [{ type, content: { groupId: ids?.groupId } }]

type LoadMember = (person: GroupPerson) => Promise<MemberRow | null>
const loaders = new WeakMap<Services['client'], LoadMember>()

/** Reads the memberships of all recipients of one turn of the event loop together. */
const memberLoader = (services: Services): LoadMember =>
  getOrCreate(loaders, services.client, () =>
    createKeyLoader<GroupPerson, MemberRow | null>((people) => readMemberRows(services, people)),
  )

/** The recipient's own membership, as it is now. */
async function memberFrames(services: Services, userId: string, groupId: string): Promise<readonly Frame[]> {
  const member = await memberLoader(services)({ groupId, userId })
  if (!member) return NO_FRAMES
  const roles = member.roles.map(({ role }) => role).sort((a, b) => a.order - b.order)
  const status = statusAt(member, services.clock.now())
  const view = { member, person: member.user, status, roles, isOwn: true, showsNotes: false }
  return [{ type: 'group-member-updated', content: { member: memberWire(services, view) } }]
}

const roleFrames = new WeakMap<DomainEvent, Promise<readonly Frame[] | null>>()

/** Frames of a role for all of its holders, which are read once for an event; null for a deleted role. */
const readRoleFrames = (services: Services, domainEvent: DomainEvent) =>
  getOrCreate(roleFrames, domainEvent, async () => {
    const role = await services.client.groupRole.findUnique({ where: { id: domainEvent.ids?.roleId ?? '' } })
    return role && [{ type: 'group-role-updated' as const, content: { role: roleWire(role) } }]
  })

/** Legacy websocket frames about a person's groups. Of a role that was deleted, members see that they lost it. */
export const groupFrames: FramePresenters = {
  events: [
    [groupJoined, groupFrame('group-joined')],
    [groupLeft, groupFrame('group-left')],
  ],
  read: [
    [groupMemberChanged, (services, userId, { ids }) => memberFrames(services, userId, ids?.groupId ?? '')],
    [
      groupRoleChanged,
      async (services, userId, domainEvent) =>
        (await readRoleFrames(services, domainEvent)) ?? memberFrames(services, userId, domainEvent.subject),
    ],
  ],
}
