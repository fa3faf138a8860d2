import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { PACKAGE_FOLDER } from '../../src/platform/packageFolder.ts'
import { openRestartCounter, openUnpublishedCounter } from '../../src/platform/watch/carrierMetrics.ts'
import { openStartGauges } from '../../src/platform/watch/startMetrics.ts'
import { sharedApp } from '../support/app.ts'

const read = (path: string) => readFileSync(join(PACKAGE_FOLDER, path), 'utf8')
const rules = read('deploy/prometheus/rules.yaml')
const dashboard: { panels: { type: string; targets?: { expr: string }[] }[] } = JSON.parse(
  read('deploy/grafana/dashboard.json'),
)
const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

/** What a scrape adds to each sample, and the server with `WORKERS`. */
const TARGET_LABELS = ['job', 'instance', 'worker', 'le']
const SUFFIX = /_(bucket|count|sum)$/

/** The labels of each metric by its name. */
const metrics = new Map<string, readonly string[]>()
beforeAll(async () => {
  const elsewhere = new Registry()
  openUnpublishedCounter(elsewhere)
  openRestartCounter(elsewhere)
  openStartGauges(elsewhere, () => ({ done: 0, count: 0 }))
  const app = await sharedApp()
  for (const registry of [app.platform.metrics, elsewhere])
    for (const { name } of registry.getMetricsAsArray()) metrics.set(name, labelsOf(registry.getSingleMetric(name)))
})

const labelsOf = (metric: object | undefined): readonly string[] => {
  const found: unknown = metric && 'labelNames' in metric ? metric.labelNames : []
  return Array.isArray(found) ? found.map(String) : []
}

const nameOf = (used: string) => (metrics.has(used) ? used : used.replace(SUFFIX, ''))

/** Metrics and labels in queries that no server has. */
function unknownIn(text: string): string[] {
  const names = [...text.matchAll(/\b(plaza|process|nodejs)_\w+/g)].map(([name]) => name)
  const selected = [...text.matchAll(/\b(plaza_\w+)\{([^}]*)\}/g)].flatMap(([, name = '', labels = '']) =>
    [...labels.matchAll(/(\w+)=~?"/g)].map(([, label = '']) => ({ name, label })),
  )
  const grouped = [...text.matchAll(/by \(([^)]*)\)[^{]*?\b(plaza_\w+)/g)].flatMap(([, labels = '', name = '']) =>
    labels.split(', ').map((label) => ({ name, label })),
  )
  const wrong = [...selected, ...grouped].filter(
    ({ name, label }) => ![...TARGET_LABELS, ...(metrics.get(nameOf(name)) ?? [])].includes(label),
  )
  return [...names.filter((name) => !metrics.has(nameOf(name))), ...wrong.map(({ name, label }) => `${name}.${label}`)]
}

describe('the rules of Prometheus', () => {
  it('use metrics and labels that servers have', () => {
    const used = rules.split('- alert: ').slice(1)
    expect(used.length).toBeGreaterThan(20)
    expect(used.flatMap((rule) => unknownIn(rule.split('labels:')[0] ?? ''))).toEqual([])
  })

  it('each have a severity, texts, and a section in docs/alerts.md that each section has', () => {
    const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
    for (const rule of rules.split('- alert: ').slice(1))
      for (const part of [/severity: (critical|warning)/, /summary: \S/, /description: >-\n +\S/, /runbook_url: \S+/])
        expect(rule).toMatch(part)
    const sections = [...read('docs/alerts.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name)
    expect(sections).toEqual(names)
    expect(names.every((name) => rules.includes(`alerts.md#${name.toLowerCase()}`))).toBe(true)
  })
})

describe('the dashboard of Grafana', () => {
  it('uses metrics and labels that servers have, and shows each metric', () => {
    expect(queries.flatMap(unknownIn)).toEqual([])
    const shown = new Set(queries.flatMap((text) => [...text.matchAll(/plaza_\w+/g)].map(([name]) => nameOf(name))))
    expect([...metrics.keys()].filter((name) => name.startsWith('plaza_') && !shown.has(name))).toEqual([])
  })
})
