import { z } from 'zod'

/** A row of worlds that a client shows: how to search for them and under which heading. */
export const DynamicContentRow = z
  .object({
    index: z.int().min(0).optional(),
    name: z.string().min(1),
    platform: z.string().min(1),
    sortHeading: z.string().min(1),
    sortOrder: z.string().min(1),
    sortOwnership: z.string().min(1),
    tag: z.string().min(1).optional(),
    type: z.string().optional(),
  })
  .meta({ id: 'DynamicContentRow' })
