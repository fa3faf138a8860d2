import type { Person } from '../people.ts'
import type { Stage } from '../stage.ts'

const TEMPLATES = '{ inventoryTemplates(first: 100) { nodes { id name } } }'
const GRANT = 'mutation G($input: GrantInventoryItemInput!) { grantInventoryItem(input: $input) { items { id } } }'
const CREATE_REWARD = 'mutation R($input: CreateRewardInput!) { createReward(input: $input) { code reward { id } } }'
const ITEMS = '{ viewer { inventory(first: 100) { nodes { id quantity isCopy slot template { name } } } } }'

/** The admin of the demo. */
export const theAdmin = (stage: Stage) => stage.demoPerson('demo_admin')

/** Gives a person items of a template of the demo, such as Lantern. Answers the id of the first. */
export async function giveItem(admin: Person, person: Person, name: string, quantity = 1): Promise<string> {
  const { inventoryTemplates } = Object(await admin.run(TEMPLATES))
  const template = inventoryTemplates.nodes.find((one: { name: string }) => one.name === name)
  const input = { userId: person.id, templateId: template.id, quantity }
  const { grantInventoryItem } = Object(await admin.run(GRANT, { input }))
  return String(grantInventoryItem.items[0].id)
}

/** Makes a reward. Answers its code. */
export async function createReward(admin: Person, given: Readonly<Record<string, unknown>>): Promise<string> {
  const { createReward: made } = Object(await admin.run(CREATE_REWARD, { input: { name: 'Of a journey', ...given } }))
  return String(made.code)
}

interface Item {
  readonly id: string
  readonly quantity: number
  readonly isCopy: boolean
  readonly slot: string | null
  readonly template: { readonly name: string }
}

export async function itemsOf(person: Person): Promise<readonly Item[]> {
  const { viewer } = Object(await person.run(ITEMS))
  return viewer.inventory.nodes
}
