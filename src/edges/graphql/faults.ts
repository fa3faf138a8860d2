import { z } from 'zod'
import { APIConfig } from '../../contract/shapes/config.ts'
import { InfoPushData } from '../../contract/shapes/infoPush.ts'
import { PermissionData } from '../../contract/shapes/permission.ts'

/** What is wrong with a value that the wire will show, or null when nothing is. */
const faultOf = (shape: z.ZodType) => (value: unknown) => {
  const { error } = shape.safeParse(value)
  return error ? z.prettifyError(error).replaceAll('\n', ' ') : null
}

export const infoPushFault = faultOf(InfoPushData)
export const permissionFault = faultOf(PermissionData)

const isMember = (key: string): key is keyof typeof APIConfig.shape => Object.hasOwn(APIConfig.shape, key)

/** The fault of a value for one member of the client configuration. */
export const configFault = (key: string, value: unknown) =>
  isMember(key) ? faultOf(APIConfig.shape[key])(value) : `the client configuration has no member ${key}`
