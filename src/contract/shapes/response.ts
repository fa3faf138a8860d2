import { z } from 'zod'

const Response = z.object({ message: z.string().min(1), status_code: z.int().min(100) }).meta({ id: 'Response' })

/** Response body of every error. */
export const ErrorEnvelope = z.object({ error: Response }).meta({ id: 'Error' })

/** Response of an operation without a record to return. */
export const Success = z.object({ success: Response }).meta({ id: 'Success' })
export const successResponse = (message: string) => ({ success: { message, status_code: 200 } })

export const SuccessFlag = z.object({ success: z.boolean() }).meta({ id: 'SuccessFlag' })

export const APIHealth = z
  .object({ buildVersionTag: z.string().min(1), ok: z.boolean(), serverName: z.string().min(1) })
  .meta({ id: 'APIHealth' })
