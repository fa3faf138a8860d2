import { spawnSync } from 'node:child_process'
import { CAMPAIGNS, type Campaign } from './campaigns.ts'

/** Runs a campaign: `npm run campaign -- NAME [options]`. Without a name, and for an unknown one, lists all of them. */
function run(program: string, args: readonly string[], size: Campaign['size'] = {}): void {
  const { status } = spawnSync(program, args, { stdio: 'inherit', env: { ...size, ...process.env } })
  if (status !== 0) process.exit(status ?? 1)
}

function list(): void {
  console.log('Usage: npm run campaign -- NAME [options], with the options of docs/campaigns.md\n')
  for (const { name, summary } of CAMPAIGNS) console.log(`  ${name.padEnd(16)}${summary}`)
}

const [name, ...options] = process.argv.slice(2)
const campaign = CAMPAIGNS.find((one) => one.name === name)
if (campaign) {
  const runner = campaign.file.endsWith('.test.ts') ? ['node_modules/vitest/vitest.mjs', 'run'] : ['--import', 'tsx']
  run('npm', ['run', '--silent', 'pretest'])
  if (campaign.needsBuild) run('npm', ['run', '--silent', 'build'])
  run(process.execPath, [...runner, campaign.file, ...(campaign.options ?? []), ...options], campaign.size)
} else {
  list()
  if (name !== undefined && name !== '--help') {
    console.error(`\nThere is no campaign "${name}".`)
    process.exitCode = 1
  }
}
