import { parseArgs } from 'node:util'
import { convertFormerUrl } from '../areas/system/ownUrls/convert.ts'
import { countText } from '../backup/progress.ts'
import { origin } from '../settingSchema.ts'
import { type Command, EXIT_CODE, type Print, withSettings } from './command.ts'
import { withServerScope } from './serverDatabase.ts'

export const moveUrlCommand: Command = {
  name: 'move url',
  takes: '<old PUBLIC_URL> <new PUBLIC_URL>',
  help: [
    'Makes URLs of the server at its old address, wherever they are stored, URLs of whatever address it has. Only needed',
    'for an address that it had before starts were noted; of others, a start with another PUBLIC_URL takes care itself.',
  ],
  read(args) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
    const [former, next, ...rest] = positionals
    if (rest.length > 0) throw new Error(`Too many words: ${rest.join(' ')}`)
    const move = { former: readUrl(former, 'old'), next: readUrl(next, 'new') }
    if (move.former === move.next) throw new Error('The old and the new URL are the same.')
    return withSettings(async (settings, print) => {
      assertOwn(settings.PUBLIC_URL, move)
      await moveUrl(settings, move, print)
      return EXIT_CODE.done
    })
  },
}

interface Move {
  readonly former: string
  readonly next: string
}

function readUrl(text: string | undefined, which: 'old' | 'new'): string {
  if (!text) throw new Error(`The ${which} URL is missing.`)
  const parsed = origin.safeParse(text)
  if (!parsed.success)
    throw new Error(`The ${which} URL must be an http or https address without a path, such as https://plaza.example`)
  return parsed.data
}

/** With the settings of another server, the database would be of another one, too. */
function assertOwn(publicUrl: string, { former, next }: Move): void {
  if (publicUrl === former || publicUrl === next) return
  throw new Error(`PUBLIC_URL is ${publicUrl}, neither the old nor the new URL. Check the settings.`)
}

const moveUrl = (settings: Parameters<typeof withServerScope>[0], { former, next }: Move, print: Print) =>
  withServerScope(settings, 'found', async (scope) => {
    const rows = await convertFormerUrl(scope, former, (table, count) => print(`${table}: ${countText(count, 'row')}`))
    print(
      rows === 0
        ? `No row holds a URL at ${former}.`
        : `Converted the URLs at ${former} in ${countText(rows, 'row')} to paths.`,
    )
    print(
      settings.PUBLIC_URL === next
        ? `PUBLIC_URL is ${next}: restart the server if it runs with another one.`
        : `PUBLIC_URL has to be ${next} now: set it, and restart the server.`,
    )
  })
