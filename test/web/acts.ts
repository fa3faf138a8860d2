import type { Person } from './people.ts'
import type { Stage } from './stage.ts'

/** What people do with another client while a journey watches the web UI. */

const FRIEND = 'mutation F($input: FriendInput!) { friend(input: $input) { user { id } } }'
const BOOP = 'mutation B($input: BoopInput!) { boop(input: $input) { user { id } } }'
const MODERATE = 'mutation M($input: AddPlayerModerationInput!) { addPlayerModeration(input: $input) { user { id } } }'
const CREATE_INSTANCE = 'mutation C($input: CreateInstanceInput!) { createInstance(input: $input) { instance { id } } }'
const ENTER = 'mutation E($input: EnterInstanceInput!) { enterInstance(input: $input) { viewer { id } } }'
const INVITE = 'mutation I($input: InviteUserInput!) { inviteUser(input: $input) { viewer { id } } }'
const UPDATE_PROFILE = 'mutation U($input: UpdateProfileInput!) { updateProfile(input: $input) { user { id } } }'

const PERMISSIONS = '{ permissions(first: 100) { nodes { id name } } }'
const GRANT = 'mutation G($input: GrantPermissionInput!) { grantPermission(input: $input) { user { id } } }'

/** An admin gives a person a permission. */
export async function grantPermission(stage: Stage, { id: userId }: Person, permission: string): Promise<void> {
  const admin = await stage.demoPerson('demo_admin')
  const { permissions } = Object(await admin.run(PERMISSIONS))
  const found = permissions.nodes.find(({ name }: { name: string }) => name === permission)
  await admin.run(GRANT, { input: { permissionId: found.id, userId } })
}

const ENTRUST = 'mutation S($input: GrantStaffPermissionInput!) { grantStaffPermission(input: $input) { user { id } } }'

/** An admin makes a person one of the staff, with one permission. */
export async function entrust(stage: Stage, { id: userId }: Person, permission: string): Promise<void> {
  const admin = await stage.demoPerson('demo_admin')
  await admin.run(ENTRUST, { input: { userId, permission } })
}

/** Somebody of the staff with these permissions. */
export async function aStaffMember(stage: Stage, ...permissions: readonly string[]): Promise<Person> {
  const person = await stage.aPerson()
  for (const permission of permissions) await entrust(stage, person, permission)
  return person
}

/** Asks for a friendship, or accepts it if the other has asked. */
export const askToBeFriend = (person: Person, other: Person) => person.run(FRIEND, { input: { userId: other.id } })

export async function befriend(one: Person, other: Person): Promise<void> {
  await askToBeFriend(one, other)
  await askToBeFriend(other, one)
}

export const boop = (person: Person, other: Person) => person.run(BOOP, { input: { userId: other.id } })

export const moderate = (person: Person, other: Person, type: 'BLOCK' | 'MUTE') =>
  person.run(MODERATE, { input: { userId: other.id, type } })

export const updateProfile = (person: Person, input: Readonly<Record<string, unknown>>) =>
  person.run(UPDATE_PROFILE, { input })

interface World {
  readonly id: string
  readonly name: string
}

/** A public world of the demo that nobody is in; `index` chooses among them. */
export async function demoWorld(person: Person, index = 0): Promise<World> {
  const query = '{ worlds(first: 100, sort: NAME) { nodes { id name occupantCount } } }'
  const { worlds } = Object(await person.run(query))
  const empty = worlds.nodes.filter(({ occupantCount }: { occupantCount: number }) => occupantCount === 0)
  return { id: String(empty[index].id), name: String(empty[index].name) }
}

type InstanceType = 'FRIENDS' | 'PUBLIC' | 'PRIVATE'

/** Makes an instance of a world. Returns its id. */
export async function createInstance(person: Person, world: World, type: InstanceType): Promise<string> {
  const { createInstance: made } = Object(await person.run(CREATE_INSTANCE, { input: { worldId: world.id, type } }))
  return String(made.instance.id)
}

export const enter = (person: Person, location: string) =>
  person.run(ENTER, { input: { location, platform: 'standalonewindows' } })

export const leave = (person: Person) => person.run('mutation { leaveInstance(input: {}) { viewer { id } } }')

export const invite = (person: Person, other: Person, location: string) =>
  person.run(INVITE, { input: { userId: other.id, location } })
