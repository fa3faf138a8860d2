import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatLanguage, formatNumber } from '../../../formats.ts'
import { PERMISSION_GROUP_NAMES, PERMISSION_GROUPS } from '../roles/permissions.ts'
import { type AuditChange, PICTURE_FIELDS } from './auditData.ts'

interface AuditChangesProps {
  readonly changes: readonly AuditChange[]
}

/** What was changed, with the values before and after. */
export const AuditChanges = ({ changes }: AuditChangesProps) =>
  changes.length > 0 && (
    <Stack component="ul" className="plainList" gap={2} pl="md">
      {changes.map((change) => (
        <Change key={change.field} change={change} />
      ))}
    </Stack>
  )

function Change({ change: { field, before, after } }: { readonly change: AuditChange }) {
  const { t } = useTranslation('groupManage')
  const textOf = useValueText()
  const isPicture = PICTURE_FIELDS.some((one) => one === field)
  const label = t(`audit.fields.${field}`)
  return (
    <Text component="li" size="xs" c="dimmed" lineClamp={4}>
      {isPicture
        ? t('audit.pictureChange', { label })
        : t('audit.change', { label, before: textOf(field, before), after: textOf(field, after) })}
    </Text>
  )
}

/** Permissions as the audit log names them, such as `group-data-manage`, with those of the graph. */
const PERMISSION_NAMES = new Map(
  PERMISSION_GROUP_NAMES.flatMap((group) => [...PERMISSION_GROUPS[group]]).map((permission) => [
    `group-${permission.toLowerCase().replaceAll('_', '-')}`,
    permission,
  ]),
)

const JOIN_STATES = ['OPEN', 'REQUEST', 'INVITE', 'CLOSED'] as const

/** Returns a function that writes a value of a field for people. */
function useValueText() {
  const { t, i18n } = useTranslation('groupManage')
  const permissionName = (name: string) => {
    const permission = PERMISSION_NAMES.get(name)
    return permission ? t(`permissions.${permission}.name`) : name
  }
  const wordOf = (field: AuditChange['field'], word: string): string => {
    if (field === 'permissions') return permissionName(word)
    if (field === 'languages') return formatLanguage(i18n.language, word)
    const joinState = field === 'joinState' && JOIN_STATES.find((state) => state === word.toUpperCase())
    return joinState ? t(`details.joinStates.${joinState}`) : word
  }
  return (field: AuditChange['field'], value: unknown): string => {
    if (typeof value === 'boolean') return value ? t('audit.yes') : t('audit.no')
    if (typeof value === 'number') return formatNumber(i18n.language, value)
    const words: readonly unknown[] = Array.isArray(value) ? value : [value]
    const texts = words.filter((word) => typeof word === 'string').filter((word) => word !== '')
    return texts.map((word) => wordOf(field, word)).join(', ') || t('audit.nothing')
  }
}
