import { parseArgs } from 'node:util'
import { auditCommand } from '../areas/accounts/audit.ts'
import { endSessions } from '../areas/accounts/sessions.ts'
import { removeTotp } from '../areas/accounts/totp.ts'
import type { Scope } from '../kernel/scope.ts'
import { transact } from '../kernel/transaction.ts'
import { type Command, EXIT, only, withSettings } from './command.ts'
import { onPlatform } from './ground.ts'
import { type Named, personNamed } from './person.ts'

/** A command upon one person that needs no option; `act` answers what is said of it. */
const uponPerson = (
  name: string,
  help: readonly string[],
  act: (scope: Scope, person: Named) => Promise<string>,
): Command => ({
  name,
  takes: '<username>',
  help,
  read(args) {
    const username = only(parseArgs({ args, allowPositionals: true, options: {} }).positionals, 'username')
    return withSettings(async (settings) => {
      console.log(await onPlatform(settings, 'found', async (scope) => act(scope, await personNamed(scope, username))))
      return EXIT.done
    })
  },
})

export const userDisable2FA = uponPerson(
  'user disable-2fa',
  ['Takes time-based codes away, with recovery codes and trusted devices: for people who lost theirs.'],
  (scope, { id, username }) =>
    transact(scope, async (open) => {
      if (!(await removeTotp(open, id))) return `${username} has no time-based codes; nothing has changed.`
      await auditCommand(open, { act: userDisable2FA.name, subjectId: id })
      return `${username} logs in without a time-based code from now on.`
    }),
)

export const userRevokeSessions = uponPerson(
  'user revoke-sessions',
  ['Ends every session of a person at once, and closes their sockets.'],
  async (scope, { id, username }) => {
    const { length: sessions } = await transact(scope, async (open) => {
      const ended = await endSessions(open, id)
      await auditCommand(open, { act: userRevokeSessions.name, subjectId: id, details: { sessions: ended.length } })
      return ended
    })
    await scope.presence.gone(id)
    return `Ended ${sessions} session${sessions === 1 ? '' : 's'} of ${username}.`
  },
)
