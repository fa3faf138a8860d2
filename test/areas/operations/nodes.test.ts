import { beforeAll, describe, expect, it } from 'vitest'
import { checkNode, reportNode } from '../../../src/areas/operations/node/report.ts'
import { watchNode } from '../../../src/areas/operations/node/watch.ts'
import { MINUTE } from '../../../src/kernel/clock.ts'
import { anApp } from '../../support/app.ts'
import { mutate, query, refusedMutation } from '../../support/jams.ts'
import { aStaffMember } from '../../support/staff.ts'
import type { TestUser } from '../../support/users.ts'

const app = await anApp({ METRICS_TOKEN: 'a token that nobody is shown', SERVER_NAME: 'Agora' })
const LOAD = { cpu: 0.25, memory: 123_456_789, delay: 12 }
let operator: TestUser
beforeAll(async () => {
  operator = await aStaffMember(app, 'operations')
})

describe('the nodes', () => {
  const NODE = '{ id host pid version nodeVersion isAlive cpu memory checkedAt findings { check level text } }'
  const nodes = async () => (await query(app, operator, `{ serverNodes { nodes ${NODE} } }`)).serverNodes.nodes

  it('tell of themselves, and what their checks have found', async () => {
    await reportNode(app.scope(), LOAD)
    await checkNode(app.scope())
    const [node] = await nodes()
    expect(node).toMatchObject({ id: app.scope().node.id, isAlive: true, pid: process.pid, memory: 123_456_789 })
    expect(node.nodeVersion).toBe(process.versions.node)
    const checks = new Map(node.findings.map((found: { check: string }) => [found.check, found]))
    expect(checks.get('database')).toMatchObject({ level: 'OK' })
    expect(checks.get('migrations')).toMatchObject({ level: 'OK' })
    expect(checks.get('mail')).toMatchObject({ level: 'OK' })
  })

  it('run their checks again when the staff asks for it, unless they are gone', async () => {
    const { id } = app.scope().node
    const asked = (nodeId: string) => mutate(app, operator, 'checkNode { node { id } }', { nodeId })
    await reportNode(app.scope(), LOAD)
    const watch = watchNode(app.app.services)
    watch.begin()
    const [before] = await nodes()
    app.clock.advance(1)
    expect((await asked(id)).payload).toEqual({ node: { id } })
    await expect.poll(async () => (await nodes())[0].checkedAt).not.toBe(before.checkedAt)
    await watch.stop()
    const unknown = 'node_00000000-0000-4000-8000-000000000000'
    expect(await refusedMutation(app, operator, 'checkNode', { nodeId: unknown })).toMatchObject({
      reason: 'NODE_NOT_FOUND',
    })
    app.clock.advance(3 * MINUTE)
    expect(await refusedMutation(app, operator, 'checkNode', { nodeId: id })).toMatchObject({ reason: 'NODE_GONE' })
    await reportNode(app.scope(), LOAD)
  })

  it('count as gone when they do not report any more', async () => {
    app.clock.advance(3 * MINUTE)
    expect(await nodes()).toMatchObject([{ isAlive: false }])
    await reportNode(app.scope(), LOAD)
    expect(await nodes()).toMatchObject([{ isAlive: true }])
  })
})

describe('the settings', () => {
  const settings = async (reader: TestUser) =>
    (await query(app, reader, '{ settings { name value isSecret source description fallback } }')).settings

  it('are told with where they come from, secrets without their value', async () => {
    const answer = await settings(operator)
    const named = (name: string) => answer.find((setting: { name: string }) => setting.name === name)
    expect(named('SERVER_NAME')).toMatchObject({ value: 'Agora', isSecret: false, source: 'ENVIRONMENT' })
    expect(named('MAX_SESSIONS')).toMatchObject({ value: '10', source: 'DEFAULT', fallback: '10' })
    expect(named('METRICS_TOKEN')).toMatchObject({ value: null, isSecret: true, source: 'ENVIRONMENT' })
    expect(named('SMTP_URL')).toMatchObject({ value: null, isSecret: true, source: 'DEFAULT' })
    expect(JSON.stringify(answer)).not.toContain('a token that nobody is shown')
    expect(JSON.stringify(answer)).not.toContain(app.platform.settings.SECRET_KEY)
  })

  it('are told to staff with CONFIGURATION, too, and to nobody else', async () => {
    expect((await settings(await aStaffMember(app, 'configuration'))).length).toBeGreaterThan(60)
    await expect(settings(await aStaffMember(app, 'economy'))).rejects.toThrow('FORBIDDEN')
  })
})
