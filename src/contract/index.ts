import { accounts } from './accounts.ts'
import { favorites } from './favorites.ts'
import { files } from './files.ts'
import { friends } from './friends.ts'
import { instances } from './instances.ts'
import { invites } from './invites.ts'
import { moderation } from './moderation.ts'
import { notifications } from './notifications.ts'
import type { Operation, Table } from './operation.ts'
import { prints } from './prints.ts'
import { props } from './props.ts'
import { reports } from './reports.ts'
import { system } from './system.ts'
import { users } from './users.ts'
import { worlds } from './worlds.ts'

/** The tables by area, in the order they appear in the documents. */
export const areas = {
  accounts,
  users,
  friends,
  notifications,
  files,
  worlds,
  instances,
  favorites,
  invites,
  moderation,
  props,
  prints,
  reports,
  system,
}

/** The whole contract: every operation by name. */
export const contract = {
  ...accounts,
  ...users,
  ...friends,
  ...notifications,
  ...files,
  ...worlds,
  ...instances,
  ...favorites,
  ...invites,
  ...moderation,
  ...props,
  ...prints,
  ...reports,
  ...system,
}

export {
  accounts,
  favorites,
  files,
  friends,
  instances,
  invites,
  moderation,
  notifications,
  prints,
  props,
  reports,
  system,
  users,
  worlds,
}

const wordOf = ({ method, path }: Operation) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`

function assertDistinct(what: string, words: readonly string[]) {
  const twice = words.filter((word, at) => words.indexOf(word) !== at)
  if (twice.length > 0) throw new Error(`the contract has the same ${what} twice: ${twice.join(', ')}`)
}

const tables: readonly Table[] = Object.values(areas)
assertDistinct(
  'operation',
  tables.flatMap((table) => Object.keys(table)),
)
assertDistinct(
  'method and path',
  tables.flatMap((table) => Object.values(table).map(wordOf)),
)
