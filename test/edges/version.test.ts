import { expect, it } from 'vitest'
import { sharedApp } from '../support/app.ts'

const app = await sharedApp()

it('answers its name and its version, which the metrics name with that of Node', async () => {
  const response = await fetch(`${app.origin}/version`)
  expect(response.headers.get('content-type')).toContain('application/json')
  expect(await response.json()).toEqual({
    name: 'plaza',
    version: expect.stringMatching(/^\d+\.\d+\.\d+(\+[0-9a-f]{8})?$/),
  })
  const metrics = await (await fetch(`${app.origin}/metrics`)).text()
  const { version, node } =
    /plaza_build_info\{version="(?<version>[^"]+)",node="(?<node>[^"]+)"\} 1/.exec(metrics)?.groups ?? {}
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(node).toBe(process.versions.node)
})
