import { z } from 'zod'

export const Response = z
  .object({
    message: z.string().min(1),
    status_code: z.int().min(100),
  })
  .meta({ id: 'Response' })

/** The envelope of every refusal. */
export const ErrorEnvelope = z.object({ error: Response }).meta({ id: 'Error' })

/** The acknowledgement of an act that has no record to answer with. */
export const Success = z.object({ success: Response }).meta({ id: 'Success' })
export const success = (message: string) => ({ success: { message, status_code: 200 } })

/** The same by a mere yes. */
export const SuccessFlag = z.object({ success: z.boolean() }).meta({ id: 'SuccessFlag' })
