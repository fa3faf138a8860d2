import { once } from 'node:events'
import { WebSocket } from 'ws'
import { z } from 'zod'

const Targets = z.tuple([z.object({ webSocketDebuggerUrl: z.string() })])
const Answer = z.object({ id: z.number() })

/** Makes a process collect its garbage, through the port of its inspector. */
async function collectGarbage(inspectorPort: number): Promise<void> {
  const listed: unknown = await (await fetch(`http://127.0.0.1:${inspectorPort}/json`)).json()
  const [{ webSocketDebuggerUrl }] = Targets.parse(listed)
  const socket = new WebSocket(webSocketDebuggerUrl)
  await once(socket, 'open')
  const answers = once(socket, 'message')
  socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }))
  const [data] = await answers
  Answer.parse(JSON.parse(String(data)))
  socket.close()
}

/** The bytes of a server's heap and external memory after a garbage collection. */
export async function heapUsedBy(url: string, inspectorPort: number): Promise<number> {
  await collectGarbage(inspectorPort)
  const text = await (await fetch(`${url}/metrics`)).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? 0)
  return figure('nodejs_heap_size_used_bytes') + figure('nodejs_external_memory_bytes')
}
