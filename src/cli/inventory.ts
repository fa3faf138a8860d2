import { parseArgs } from 'node:util'
import { grantByCli } from '../areas/inventory/grant/grants.ts'
import { isId, trusted } from '../kernel/ids.ts'
import type { Settings } from '../settings.ts'
import { type Command, EXIT_CODE, withSettings } from './command.ts'
import { withServerScope } from './serverDatabase.ts'
import { findUserByUsername } from './users.ts'

export const grantInventoryCommand: Command = {
  name: 'inventory grant',
  takes: '<username> <template id>',
  help: ['Gives a person an item of a template.'],
  read(args) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
    const [username, templateId, ...rest] = positionals
    if (!username) throw new Error('The username is missing.')
    if (!templateId || !isId('inventoryTemplate', templateId))
      throw new Error('The id of a template is missing: invt_…')
    if (rest.length > 0) throw new Error(`Too many words: ${rest.join(' ')}`)
    return withSettings(async (settings, print) => {
      print(await run(settings, username, templateId))
      return EXIT_CODE.done
    })
  },
}

const run = (settings: Settings, name: string, templateId: string) =>
  withServerScope(settings, 'found', async (scope) => {
    const { id, username } = await findUserByUsername(scope, name)
    const given = { userId: trusted<'user'>(id), templateId: trusted<'inventoryTemplate'>(templateId) }
    const [itemId] = await grantByCli(scope, given)
    return itemId === undefined
      ? `${username} gets nothing now: there is no room, or they have one and nobody has two.`
      : `${username} has got ${itemId}.`
  })
