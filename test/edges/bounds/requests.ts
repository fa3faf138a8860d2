import { once } from 'node:events'
import { connect } from 'node:net'
import { pino } from 'pino'
import { expect, vi } from 'vitest'
import { userChanged } from '../../../src/areas/accounts/events.ts'
import { eventTypes } from '../../../src/areas/index.ts'
import { openUserChannels } from '../../../src/edges/pipeline/userChannels.ts'
import { createHttpServer } from '../../../src/edges/server.ts'
import { BOUNDS } from '../../../src/kernel/bounds.ts'
import { openLiveUpdates } from '../../../src/live/live.ts'
import type { TestApp } from '../../support/app.ts'
import { sendRawBytes } from '../../support/rawHttp.ts'
import { aUser } from '../../support/users.ts'
import { type Drive, times } from './drive.ts'

const FEW_CONNECTIONS = 5

/** Opens all connections of a server: one more is closed at once. */
export const driveConnections: Drive = async () => {
  const base = {
    host: '127.0.0.1',
    port: 0,
    drainTimeout: 0,
    drainNotice: 0,
    upgrades: new Map(),
    log: pino({ level: 'silent' }),
  }
  const server = createHttpServer((_request, response) => void response.end(), {
    ...base,
    maxConnections: FEW_CONNECTIONS,
  })
  const port = await server.listen()
  const open = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  const sockets = await Promise.all(times(FEW_CONNECTIONS, open))
  for (const socket of sockets) {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200 /)
  }
  const more = await open()
  await once(more.resume(), 'close')
  for (const socket of sockets) {
    expect(socket.destroyed).toBe(false)
    socket.destroy()
  }
  await server.drain()
}

/** Sends as many bytes of headers as are taken, and more. */
export const driveHeaders =
  (app: TestApp): Drive =>
  async () => {
    const statusFor = (bytes: number) => {
      const start = 'GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX: '
      return sendRawBytes(app.origin, `${start.padEnd(bytes - 4, 'x')}\r\n\r\n`)
    }
    expect(await statusFor(BOUNDS.headerBytes.most - 100)).toMatch(/ 200 /)
    expect(await statusFor(BOUNDS.headerBytes.most + 100)).toMatch(/ 431 /)
  }

const uploadZeros = async (app: TestApp, size: number) => {
  const { api } = await aUser(app)
  const { status } = await api.try('uploadImage', { form: { tag: 'gallery', file: Buffer.alloc(size) } })
  return status
}

export const driveFormBytes =
  (app: TestApp): Drive =>
  async () => {
    // Zeros are no picture, which shows only once all of them have been taken.
    expect(await uploadZeros(app, BOUNDS.formBytes.most)).toBe(400)
    expect(await uploadZeros(app, BOUNDS.formBytes.most + 1)).toBe(413)
  }

export const driveFormMemory =
  (app: TestApp): Drive =>
  async () => {
    const opened = vi.spyOn(app.platform.spool, 'open')
    await uploadZeros(app, BOUNDS.formMemoryBytes.most)
    expect(opened).toHaveBeenCalledTimes(0)
    await uploadZeros(app, BOUNDS.formMemoryBytes.most + 1)
    expect(opened).toHaveBeenCalledTimes(1)
    opened.mockRestore()
  }

/** Queues events of a user while none can be sent: one more closes the websockets. */
export const driveUserChannel =
  (app: TestApp): Drive =>
  async () => {
    const live = openLiveUpdates(app.app.services, eventTypes)
    const stuck = new Promise<never>(() => {})
    const channels = openUserChannels({ live, frameMaker: { forEvent: () => stuck, forFeedChange: () => [] } })
    const { id } = await aUser(app)
    const slot = await channels.join(id)
    let closed = 0
    slot?.add({ send: () => {}, disconnect: () => closed++ })
    let seen = 0
    live.fanOut.subscribe(id, () => seen++)
    const { most } = BOUNDS.userChannelEvents
    await app.platform.events.release(times(most, () => userChanged(id)))
    await expect.poll(() => seen).toBe(most)
    expect(closed).toBe(0)
    await app.platform.events.release([userChanged(id)])
    await expect.poll(() => closed).toBe(1)
    slot?.leave()
    live.close()
  }
