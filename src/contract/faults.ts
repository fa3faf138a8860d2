import type { z } from 'zod'
import { APIConfig } from './shapes/config.ts'
import { InfoPushData } from './shapes/infoPush.ts'
import { PermissionData } from './shapes/permission.ts'

/** Says what is wrong with a value that must have this shape on the wire; null when nothing is. */
const faultOf =
  (shape: z.ZodType) =>
  (value: unknown): string | null => {
    const [issue] = shape.safeParse(value).error?.issues ?? []
    return issue ? [issue.path.join('.'), issue.message].filter(Boolean).join(': ') : null
  }

const members = new Map<string, z.ZodType>(Object.entries(APIConfig.shape))

/** What is wrong with a value for one member of the client configuration. */
export function configFault(key: string, value: unknown): string | null {
  const shape = members.get(key)
  return shape ? faultOf(shape)(value) : `the configuration has no member ${key}`
}

/** What is wrong with the content of an information notice. */
export const infoPushFault = faultOf(InfoPushData)

/** What is wrong with the data of a permission. */
export const permissionFault = faultOf(PermissionData)
