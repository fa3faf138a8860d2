import { openTestImages } from '../support/images.ts'

/**
 * A process that encodes each image it is sent. It answers the size of the result or the refusal, its peak memory so
 * far, in bytes, and the processor time of this image, in microseconds.
 */
const images = openTestImages()
const shape = { format: 'png', minSide: 16, maxSide: 2048 } as const

process.on('message', async (sent: Uint8Array) => {
  const before = process.cpuUsage()
  const made = await images.encode(Buffer.from(sent), shape).then(
    ({ bytes }) => ({ bytes: bytes.length, message: '' }),
    ({ message }: Error) => ({ bytes: 0, message }),
  )
  const { user, system } = process.cpuUsage(before)
  process.send?.({ ...made, peak: process.resourceUsage().maxRSS * 1024, work: user + system })
})
