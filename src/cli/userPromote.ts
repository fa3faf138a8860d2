import { parseArgs } from 'node:util'
import { auditCommand } from '../areas/accounts/audit.ts'
import { promoteUser, type Rank } from '../areas/accounts/ranks.ts'
import { DeveloperType } from '../contract/shapes/person.ts'
import { transact } from '../kernel/transaction.ts'
import type { Settings } from '../settings.ts'
import { type Command, EXIT, only, withSettings } from './command.ts'
import { onPlatform } from './ground.ts'
import { personNamed } from './person.ts'

const TYPES = DeveloperType.options.join('|')

export const userPromote: Command = {
  name: 'user promote',
  takes: `<username> [--admin] [--developer-type ${TYPES}] [--demote]`,
  help: [
    'Makes somebody an admin (also when nothing else is said), or gives a developer type.',
    '--demote takes both away. Whoever is logged in feels it with the next request.',
  ],
  read(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { admin: { type: 'boolean' }, 'developer-type': { type: 'string' }, demote: { type: 'boolean' } },
    })
    const username = only(positionals, 'username')
    const rank = rankOf({ ...values, developerType: values['developer-type'] })
    return withSettings((settings) => promote(settings, username, rank))
  },
}

interface Asked {
  readonly admin?: boolean | undefined
  readonly developerType?: string | undefined
  readonly demote?: boolean | undefined
}

function rankOf({ admin, developerType, demote }: Asked): Rank {
  if (demote && (admin || developerType)) throw new Error('--demote takes everything away: give it alone.')
  if (demote) return { admin: false, developerType: 'none' }
  if (developerType === undefined) return { admin: true }
  const { data } = DeveloperType.safeParse(developerType)
  if (!data) throw new Error(`--developer-type is one of ${TYPES}.`)
  return { ...(admin && { admin }), developerType: data }
}

async function promote(settings: Settings, username: string, rank: Rank) {
  const person = await onPlatform(settings, 'found', (scope) =>
    transact(scope, async (open) => {
      const found = await personNamed(open, username)
      await promoteUser(open, found.id, rank)
      await auditCommand(open, { act: userPromote.name, subjectId: found.id, details: { ...rank } })
      return found
    }),
  )
  console.log(`${person.username} (${person.id}) is ${told(rank)}.`)
  return EXIT.done
}

function told({ admin, developerType }: Rank): string {
  const parts = [
    admin !== undefined && `${admin ? 'an' : 'no'} admin`,
    developerType && `of developer type ${developerType}`,
  ]
  return parts.filter(Boolean).join(' and ')
}
