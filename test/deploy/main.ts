import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeCertificate } from './certificate.ts'

/**
 * Tests the files in deploy: `npm run test:deploy` with the programs of Debian, and `npm run test:deploy -- --chroot` the
 * steps of the Dockerfile in a Debian that debootstrap makes, which takes some minutes.
 */
const PACKAGES: Readonly<Record<string, string>> = {
  nginx: 'nginx',
  haproxy: 'haproxy',
  openssl: 'openssl',
  'systemd-analyze': 'systemd',
  pgbouncer: 'pgbouncer',
}
const PATH = `${process.env.PATH}:/usr/sbin:/sbin`
const isInstalled = (program: string) =>
  spawnSync('sh', ['-c', `command -v ${program}`], { env: { ...process.env, PATH } }).status === 0

const missing = Object.keys(PACKAGES).filter((program) => !isInstalled(program))

function runTests(): number {
  const folder = mkdtempSync('/var/tmp/plaza-certificate-')
  const env = { ...process.env, PATH, DEPLOY_FOLDER: folder, NODE_EXTRA_CA_CERTS: join(folder, 'fullchain.pem') }
  makeCertificate(folder)
  const args = ['run', '--config', 'test/deploy/vitest.config.ts', ...process.argv.slice(2)]
  const { status } = spawnSync('node_modules/.bin/vitest', args, { stdio: 'inherit', env })
  rmSync(folder, { recursive: true })
  return status ?? 1
}

if (process.argv.includes('--chroot')) {
  const { runInChroot } = await import('./chroot.ts')
  process.exitCode = (await runInChroot()) ? 0 : 1
} else if (missing.length === 0) {
  process.exitCode = runTests()
} else {
  const packages = missing.map((program) => PACKAGES[program]).join(' ')
  const canInstall = isInstalled('apt-get')
  process.stderr.write(
    canInstall
      ? `Not installed: ${missing.join(', ')}. Run: apt-get install -y ${packages}\n`
      : `NOT TESTED: the files in deploy, as this machine has neither ${missing.join(', ')} nor packages of Debian.\n`,
  )
  process.exitCode = canInstall ? 1 : 0
}
