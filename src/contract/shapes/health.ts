import { z } from 'zod'

export const APIHealth = z
  .object({ buildVersionTag: z.string().min(1), ok: z.boolean(), serverName: z.string().min(1) })
  .meta({ id: 'APIHealth' })
