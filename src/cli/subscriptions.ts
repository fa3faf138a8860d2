import { parseArgs } from 'node:util'
import { cliAct } from '../areas/audit/staffAct.ts'
import { listPlans } from '../areas/economy/catalogue/offers.ts'
import { endSubscriptionsOfPlan, giveSubscription } from '../areas/economy/subscriptions/adminGrants.ts'
import type { Scope } from '../kernel/scope.ts'
import { transact } from '../kernel/transaction.ts'
import { type Command, EXIT_CODE, withSettings } from './command.ts'
import { withServerScope } from './serverDatabase.ts'
import { findUserByNameOrId } from './users.ts'

/** Throws an error that names all subscriptions, for one that does not exist. */
async function assertPlan(scope: Scope, id: string): Promise<void> {
  const ids = (await listPlans(scope)).map((plan) => plan.id)
  if (!ids.includes(id)) throw new Error(`There is no subscription ${id}, only ${ids.join(', ')}.`)
}

/** The person and the subscription of a command. */
function readNames([user, subscription, ...rest]: readonly string[]) {
  if (!user) throw new Error('The person is missing.')
  if (!subscription) throw new Error('The subscription is missing.')
  if (rest.length > 0) throw new Error(`Too many words: ${rest.join(' ')}`)
  return { user, subscription }
}

/** The time of an option. Throws for text that is no time, and for a time that is over. */
function readUntil(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const until = new Date(text)
  if (Number.isNaN(until.getTime())) throw new Error(`--until is no time: ${text}`)
  if (until.getTime() <= Date.now()) throw new Error(`--until is over: ${text}`)
  return until
}

export const grantSubscriptionCommand: Command = {
  name: 'subscription grant',
  takes: '<user> <subscription> [--until <time>]',
  help: [
    'Gives a person (id or username) a subscription, such as plus-monthly, for a period or until a time (ISO 8601):',
    'with plus-monthly they create groups, and are in more of them.',
  ],
  read(args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { until: { type: 'string' } },
    })
    const { user, subscription } = readNames(positionals)
    const until = readUntil(values.until)
    return withSettings(async (settings, print) => {
      await withServerScope(settings, 'found', (scope) =>
        transact(scope, async (tx) => {
          const { id, username } = await findUserByNameOrId(tx, user)
          await assertPlan(tx, subscription)
          const given = await giveSubscription(tx, { userId: id, planId: subscription, until })
          const end = given.expiresAt.toISOString()
          await cliAct(tx, 'subscription grant', async () => ({ subjectId: id, details: { subscription, until: end } }))
          print(`${username} has ${subscription} until ${end}.`)
        }),
      )
      return EXIT_CODE.done
    })
  },
}

export const revokeSubscriptionCommand: Command = {
  name: 'subscription revoke',
  takes: '<user> <subscription>',
  help: ['Ends a subscription of a person at once, whoever paid it. Groups that the person owns stay.'],
  read(args) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
    const { user, subscription } = readNames(positionals)
    return withSettings(async (settings, print) => {
      await withServerScope(settings, 'found', (scope) =>
        transact(scope, async (tx) => {
          const { id, username } = await findUserByNameOrId(tx, user)
          await assertPlan(tx, subscription)
          if (!(await endSubscriptionsOfPlan(tx, { userId: id, planId: subscription })))
            return print(`${username} does not have ${subscription}; nothing has changed.`)
          await cliAct(tx, 'subscription revoke', async () => ({ subjectId: id, details: { subscription } }))
          print(`${username} has ${subscription} no longer.`)
        }),
      )
      return EXIT_CODE.done
    })
  },
}
