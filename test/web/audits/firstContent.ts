import { openStage } from '../stage.ts'

const ROUNDS = 7
/** Milliseconds from the request of the page until Home shows the first friend, in a browser without a cache. */
const MOST = 1_500

/** Measures when Home shows its first content, from a warm server. Returns a fault if half of the loads take longer. */
export async function measureFirstContent(): Promise<string[]> {
  const stage = await openStage()
  try {
    const ada = await stage.demoPerson('demo_ada')
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const page = await stage.openTab(ada)
      const begun = performance.now()
      await page.goto('/', { waitUntil: 'commit' })
      await page.getByRole('region', { name: 'Friends online' }).getByRole('link').first().waitFor()
      times.push(Math.round(performance.now() - begun))
      await stage.clear()
    }
    // The first one warms the server.
    const sorted = times.slice(1).toSorted((a, b) => a - b)
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0
    process.stdout.write(`first content of Home: ${median} ms (${times.join(', ')})\n`)
    return median > MOST ? [`first content after ${median} ms, of ${MOST}`] : []
  } finally {
    await stage.close()
  }
}
