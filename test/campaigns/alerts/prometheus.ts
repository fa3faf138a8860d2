import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { findFreePort } from '../../../src/platform/database/embedded/freePort.ts'
import { PACKAGE_FOLDER } from '../../../src/platform/packageFolder.ts'

const RULES = join(PACKAGE_FOLDER, 'deploy/prometheus/rules.yaml')

/** A Prometheus that watches a server by the rules of deploy/, with shorter waits. */
export interface Prometheus {
  /** Names of the alerts that are raised now. */
  raised(): Promise<ReadonlySet<string>>
  /** Error of the last evaluation of each rule that has one. */
  failures(): Promise<readonly string[]>
  stop(): Promise<void>
}

/** Names of all alerts. */
export const alertNames = () =>
  [...readFileSync(RULES, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)

/**
 * Waits that a drill has no time for; thresholds stay, but for that of jobs, whose schedules can't be shortened: of those that
 * run each minute some have done so in 90 seconds.
 */
const shortened = (rules: string) =>
  rules
    .replaceAll(/^( +for:) \w+$/gm, '$1 3s')
    .replaceAll(/\[\d+[mdh]\]/g, '[30s]')
    .replace('outcome="done"}[30s]', 'outcome="done"}[90s]')
    .replace(/> 3 \*(\s+)max by \(job_name\)/, '> max by (job_name)')
    .replace('+ 600', '+ 40')

function assertInstalled(program: string): void {
  if (spawnSync(program, ['--version']).error)
    throw new Error(`This campaign needs ${program}, as of the Debian package prometheus.`)
}

const CONFIGURATION = (metricsPort: number) => `
global: { scrape_interval: 3s, scrape_timeout: 3s, evaluation_interval: 3s }
rule_files: [rules.yaml]
scrape_configs:
  - job_name: plaza
    static_configs: [{ targets: ["127.0.0.1:${metricsPort}"] }]
`

/** Checks the rules by promtool and starts a Prometheus. Throws when it is not installed. */
export async function startPrometheus(folder: string, metricsPort: number): Promise<Prometheus> {
  for (const program of ['prometheus', 'promtool']) assertInstalled(program)
  const checked = spawnSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' })
  if (checked.status !== 0) throw new Error(`promtool refuses the rules: ${checked.stdout}${checked.stderr}`)
  writeFileSync(join(folder, 'rules.yaml'), shortened(readFileSync(RULES, 'utf8')))
  writeFileSync(join(folder, 'prometheus.yml'), CONFIGURATION(metricsPort))
  const port = await findFreePort()
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'tsdb')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  return openPrometheus(child, `http://127.0.0.1:${port}`)
}

const Alerts = z.object({
  data: z.object({ alerts: z.array(z.object({ labels: z.record(z.string(), z.string()), state: z.string() })) }),
})
const Rules = z.object({
  data: z.object({
    groups: z.array(z.object({ rules: z.array(z.object({ name: z.string(), lastError: z.string().optional() })) })),
  }),
})

function openPrometheus(child: ChildProcess, url: string): Prometheus {
  const read = async (path: string): Promise<unknown> => (await fetch(`${url}/api/v1/${path}`)).json()
  return {
    async raised() {
      const { data } = Alerts.parse(await read('alerts'))
      return new Set(data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname ?? ''))
    },
    async failures() {
      const { data } = Rules.parse(await read('rules'))
      const rules = data.groups.flatMap((group) => group.rules)
      return rules.flatMap(({ name, lastError }) => (lastError ? [`${name}: ${lastError}`] : []))
    },
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
