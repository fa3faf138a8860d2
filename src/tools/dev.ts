import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Starts the server from the sources, which restarts when they change, and Vite, which serves the web UI from its sources
 * and passes requests for the APIs on to the server.
 */
const TSX = 'node_modules/tsx/dist/cli.mjs'
const VITE = 'node_modules/vite/bin/vite.js'

const children = [
  [TSX, 'watch', '--exclude', 'src/web/**', 'src/main.ts'],
  [VITE, '--config', 'src/web/build/vite.config.ts'],
].map((args) => spawn(process.execPath, args, { stdio: 'inherit' }))

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
await Promise.race(children.map((child) => once(child, 'exit')))
for (const child of children) child.kill()
