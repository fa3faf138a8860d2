import type { LicenseAction, LicenseType } from '../../../generated/graphql.ts'

export const LICENSE_TYPES = ['PERMISSION', 'AVATAR', 'PRODUCT', 'LICENSE_GROUP'] as const satisfies LicenseType[]
export const LICENSE_ACTIONS = ['HAVE', 'WEAR'] as const satisfies LicenseAction[]
