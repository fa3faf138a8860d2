import type { Person } from '../people.ts'
import type { Stage } from '../stage.ts'

const CREATE_INSTANCE = 'mutation C($input: CreateInstanceInput!) { createInstance(input: $input) { instance { id } } }'
const CREATE_GROUP = 'mutation G($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }'
const JOIN_GROUP = 'mutation J($input: JoinGroupInput!) { joinGroup(input: $input) { group { id } } }'
const DELETE_GROUP = 'mutation D($input: DeleteGroupInput!) { deleteGroup(input: $input) { deletedGroupId } }'

/** Makes an instance by any input. Returns its location. */
export async function makeInstance(person: Person, input: Readonly<Record<string, unknown>>): Promise<string> {
  const { createInstance } = Object(await person.run(CREATE_INSTANCE, { input }))
  return String(createInstance.instance.id)
}

export const instancePath = (location: string) => `/instances/${encodeURIComponent(location)}`

interface HostGroup {
  readonly id: string
  readonly name: string
  readonly owner: Person
  /** New accounts that have joined. */
  readonly members: readonly Person[]
  readonly remove: () => Promise<unknown>
}

let groups = 0

/** An open group with members. Its owner is a demo account, as new ones can make none. */
export async function hostGroup(stage: Stage, memberCount: number): Promise<HostGroup> {
  groups += 1
  const owner = await stage.demoPerson('demo_grace')
  const name = `Hosts ${process.pid} ${groups}`
  const input = { name, shortCode: `HST${groups}`, roleTemplate: 'DEFAULT', joinState: 'OPEN', privacy: 'DEFAULT' }
  const { createGroup } = Object(await owner.run(CREATE_GROUP, { input }))
  const id = String(createGroup.group.id)
  const members: Person[] = []
  for (let count = 0; count < memberCount; count += 1) {
    const member = await stage.aPerson()
    await member.run(JOIN_GROUP, { input: { groupId: id } })
    members.push(member)
  }
  return { id, name, owner, members, remove: () => owner.run(DELETE_GROUP, { input: { groupId: id } }) }
}
