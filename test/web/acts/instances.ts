import type { Person } from '../people.ts'
import type { Stage } from '../stage.ts'
import { aGroupMember, createGroup, deleteGroup, type JourneyGroup } from './groups.ts'

const CREATE_INSTANCE = 'mutation C($input: CreateInstanceInput!) { createInstance(input: $input) { instance { id } } }'

/** Makes an instance by any input. Returns its location. */
export async function makeInstance(person: Person, input: Readonly<Record<string, unknown>>): Promise<string> {
  const { createInstance } = Object(await person.run(CREATE_INSTANCE, { input }))
  return String(createInstance.instance.id)
}

export const instancePath = (location: string) => `/instances/${encodeURIComponent(location)}`

interface HostGroup extends JourneyGroup {
  readonly owner: Person
  /** New accounts that have joined. */
  readonly members: readonly Person[]
  readonly remove: () => Promise<unknown>
}

/** An open group with members. Its owner is a demo account. */
export async function hostGroup(stage: Stage, memberCount: number): Promise<HostGroup> {
  const owner = await stage.demoPerson('demo_grace')
  const group = await createGroup(owner, { privacy: 'DEFAULT' })
  const members: Person[] = []
  for (let count = 0; count < memberCount; count += 1) members.push(await aGroupMember(stage, group))
  return { ...group, owner, members, remove: () => deleteGroup(owner, group) }
}
