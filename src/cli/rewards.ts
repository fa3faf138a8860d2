import { parseArgs } from 'node:util'
import { createRewardByCli } from '../areas/rewards/manageRewards.ts'
import type { NewReward } from '../areas/rewards/rewardRules.ts'
import { type Id, type IdKind, isId } from '../kernel/ids.ts'
import { assertNoArguments, type Command, EXIT_CODE, withSettings } from './command.ts'
import { withServerScope } from './serverDatabase.ts'

const OPTIONS = {
  code: { type: 'string' },
  item: { type: 'string', multiple: true },
  quantity: { type: 'string' },
  badge: { type: 'string', multiple: true },
  tokens: { type: 'string' },
  subscription: { type: 'string' },
  days: { type: 'string' },
  permission: { type: 'string', multiple: true },
  max: { type: 'string' },
  begins: { type: 'string' },
  ends: { type: 'string' },
} as const

/** Ids of one kind. Throws for text that is none. */
function readIds<K extends IdKind>(kind: K, option: string, texts: readonly string[] = []): Id<K>[] {
  return texts.map((text) => {
    if (isId(kind, text)) return text
    throw new Error(`--${option} is no id of its kind: ${text}`)
  })
}

/** The whole number of an option. Throws for text that is none. */
function readNumber(option: string, text: string | undefined): number | undefined {
  if (text !== undefined && !/^[0-9]{1,9}$/.test(text)) throw new Error(`--${option} is no whole number: ${text}`)
  return text === undefined ? undefined : Number(text)
}

/** The time of an option. Throws for text that is none. */
function readTime(option: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new Error(`--${option} is no time: ${text}`)
  return time
}

function readReward(args: string[]): NewReward {
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options: OPTIONS })
  const [name, ...rest] = positionals
  if (!name) throw new Error('The name of the reward is missing.')
  assertNoArguments(rest)
  return {
    name,
    code: values.code,
    templateIds: readIds('inventoryTemplate', 'item', values.item),
    quantity: readNumber('quantity', values.quantity),
    badgeIds: readIds('badge', 'badge', values.badge),
    tokens: readNumber('tokens', values.tokens),
    planId: values.subscription,
    subscriptionDays: readNumber('days', values.days),
    permissionIds: readIds('permission', 'permission', values.permission),
    maxRedemptions: readNumber('max', values.max),
    beginsAt: readTime('begins', values.begins),
    endsAt: readTime('ends', values.ends),
  }
}

export const createRewardCommand: Command = {
  name: 'reward create',
  takes: '<name> [--item <template id>]… [--quantity <n>] [--badge <id>]… [--tokens <n>] [--subscription <slug>] …',
  help: [
    'Creates a reward, which people redeem by a code, each once, and prints the code: nobody can read it again.',
    'Further options: --days <n> of the subscription, --permission <id>…, --max <people>, --begins <time>,',
    '--ends <time> (ISO 8601) and --code <code> for one of your own: 6 to 32 letters, digits and dashes.',
  ],
  read(args) {
    const given = readReward(args)
    return withSettings(async (settings, print) => {
      const { id, code } = await withServerScope(settings, 'found', (scope) => createRewardByCli(scope, given))
      print(`${code} is the code of ${id}.`)
      return EXIT_CODE.done
    })
  },
}
