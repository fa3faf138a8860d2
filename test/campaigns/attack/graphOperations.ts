import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { SECOND } from '../../../src/kernel/clock.ts'
import { aRestClient, type RestClient } from '../../support/restClient.ts'
import { aUser } from '../../support/users.ts'
import type { Attack, AttackTarget } from './attack.ts'
import { attackBeside, outcomeOfCosts } from './bystander.ts'

/** Requests are limited as in a fresh installation. */
const LIMITED = { MAX_REQUESTS_PER_USER: '1500', MAX_REQUESTS_PER_ADDRESS: '300' }
/** Requests a second that the limit lets one person send for long. */
const RATE = 5

const post = (api: RestClient, body: string) =>
  api.fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json', 'x-plaza-cost': '1' }, body })

/** Sends requests at the rate that is allowed for long, or as slowly as they are answered. */
async function sendPaced(count: number, send: (at: number) => Promise<unknown>) {
  for (let at = 0; at < count; at++) {
    const next = delay(SECOND / RATE)
    await send(at)
    await next
  }
}

const aliases = (count: number, field: string) => Array.from({ length: count }, (_, at) => `a${at}: ${field}`).join(' ')
const reasonsOf = (body: unknown): unknown[] =>
  [body]
    .flat()
    .flatMap((one) => Object(one).errors ?? [])
    .map((error) => Object(error).extensions?.reason)

const DOCUMENTS = 150
const JUNK = 'x'.repeat(1_000_000)
const SCALARS =
  'id displayName bio bioLinks pronouns status statusDescription languages standing createdAt isFriend lastMobileAt'

/** An attack by an ordinary person on the built server, with the limits of a fresh installation. */
const byPerson = (
  name: string,
  what: string,
  growth: number,
  attack: (api: RestClient, id: string) => Promise<string>,
): Attack => ({
  name,
  what,
  async run({ startProcess }: AttackTarget) {
    const server = await startProcess(LIMITED)
    const { api, id } = await aUser(server)
    await post(api, JSON.stringify({ query: '{ viewer { id } }' }))
    let told = ''
    const costs = await attackBeside(server, async () => {
      told = await attack(api, id)
    })
    return outcomeOfCosts(costs, { growth }, told)
  },
})

const keptVariables = byPerson(
  'kept-variables',
  `${DOCUMENTS} documents, each with a megabyte of variables that it does not declare`,
  100,
  async (api) => {
    for (let at = 0; at < DOCUMENTS; at++)
      await post(api, JSON.stringify({ query: `{ viewer { id } } # ${at}`, variables: { junk: JUNK } }))
    return ''
  },
)

const manyNodes = byPerson(
  'many-nodes',
  'batches of ten operations, each with 95 fields that list 100 people',
  150,
  async (api, id) => {
    const fields = aliases(95, 'nodes(ids: $ids) { ...F }')
    const query = `query A($ids: [ID!]!) { ${fields} } fragment F on User { ${SCALARS} }`
    const body = JSON.stringify(
      Array.from({ length: 10 }, () => ({ query, variables: { ids: Array.from({ length: 100 }, () => id) } })),
    )
    const answered: unknown[] = []
    await sendPaced(10, async () => answered.push(...reasonsOf((await post(api, body)).body)))
    return `refused ${answered.length} of 100 operations`
  },
)

const nestedVariables = byPerson(
  'nested-variables',
  'a megabyte of nested variables that the operation does not declare',
  150,
  async (api) => {
    const nested = Array.from({ length: 76_000 }, () => '{"":{"":{}}}').join(',')
    const body = `{"query":"{__typename}","variables":{"x":[${nested}]}}`
    await sendPaced(25, () => post(api, body))
    return ''
  },
)

const costOfOtherVariables: Attack = {
  name: 'cost-of-other-variables',
  what: 'variables named like members of objects, whose cost is that of other values',
  async run({ startApp }) {
    const { api } = await aUser(await startApp())
    const costs: unknown[] = []
    for (const name of ['k', 'valueOf', 'toString', '__proto__']) {
      const query = `query A($${name}: Int = 100) { worlds(first: $${name}) { nodes { author { worlds(first: $${name}) { nodes { id } } } } } }`
      await post(api, `{"query":${JSON.stringify(query)},"variables":{"${name}":null}}`)
      costs.push(...reasonsOf((await post(api, JSON.stringify({ query }))).body))
    }
    const refused = costs.filter((reason) => reason === 'TOO_COMPLEX').length
    return { harmless: refused === 4, figures: `${refused} of 4 operations with a cost over the limit are refused` }
  },
}

const UNREAD = 60

const unreadConfig: Attack = {
  name: 'unread-config',
  what: `${UNREAD} anonymous batches ask for the configuration 950 times, and read no answer`,
  async run({ startProcess }) {
    const server = await startProcess(LIMITED)
    const body = JSON.stringify(Array.from({ length: 10 }, () => ({ query: `{ ${aliases(95, 'config')} }` })))
    const head = `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    const { hostname, port } = new URL(server.origin)
    const costs = await attackBeside(server, async () => {
      const sockets = Array.from({ length: UNREAD }, () => {
        const socket = connect(Number(port), hostname, () => socket.write(head + body))
        return socket.on('error', () => {}).pause()
      })
      await delay(10 * SECOND)
      for (const socket of sockets) socket.destroy()
    })
    return outcomeOfCosts(costs, { growth: 64 })
  },
}

const repeatedNodes: Attack = {
  name: 'repeated-nodes',
  what: 'one document asks for the same objects in 20 fields',
  async run({ startProcess }) {
    const server = await startProcess(LIMITED)
    const [person, other] = [await aUser(server), await aUser(server)]
    const single = Array.from({ length: 20 }, (_, at) => `n${at}: node(id: "${other.id}") { id }`).join(' ')
    const query = `query A($ids: [ID!]!) { ${aliases(20, 'nodes(ids: $ids) { id }')} ${single} }`
    const logged = server.output().length
    let faults: unknown[] = []
    const costs = await attackBeside(server, async () => {
      faults = reasonsOf(
        (await post(person.api, JSON.stringify({ query, variables: { ids: [other.id, person.id] } }))).body,
      )
    })
    const log = server.output().length - logged
    const { harmless, figures } = outcomeOfCosts(costs, { growth: 64 }, `${faults.length} errors, ${log} bytes of log`)
    return { harmless: harmless && faults.length === 0 && log < 4_096, figures }
  },
}

const repeatedFields: Attack = {
  name: 'repeated-fields',
  what: 'anonymous documents select the same field 480 times, each with another text',
  async run({ startProcess }) {
    const server = await startProcess(LIMITED)
    const api = aRestClient(server)
    const costs = await attackBeside(server, () =>
      sendPaced(25, (at) => post(api, JSON.stringify({ query: `{ ${'viewer{id} '.repeat(480)} } # ${at}` }))),
    )
    return outcomeOfCosts(costs, { growth: 100 })
  },
}

/** Attacks by the documents and variables of GraphQL operations. */
export const graphAttacks: readonly Attack[] = [
  keptVariables,
  manyNodes,
  nestedVariables,
  costOfOtherVariables,
  unreadConfig,
  repeatedNodes,
  repeatedFields,
]
