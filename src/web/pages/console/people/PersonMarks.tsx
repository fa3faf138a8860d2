import { Badge, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface PersonMarksProps {
  readonly account: {
    readonly isAdmin: boolean
    readonly isEmailVerified: boolean
    readonly deletionAt?: string | null | undefined
    readonly staffPermissions: readonly string[]
    readonly suspension?: object | null | undefined
  }
}

/** What sets an account apart from others. */
export function PersonMarks({ account }: PersonMarksProps) {
  const { t } = useTranslation('staffPeople')
  const isStaff = !account.isAdmin && account.staffPermissions.length > 0
  return (
    <Group gap={4}>
      {account.isAdmin && <Badge variant="light">{t('marks.admin')}</Badge>}
      {isStaff && <Badge variant="light">{t('marks.staff')}</Badge>}
      {account.suspension && (
        <Badge variant="light" color="red">
          {t('marks.suspended')}
        </Badge>
      )}
      {account.deletionAt && (
        <Badge variant="light" color="red">
          {t('marks.underDeletion')}
        </Badge>
      )}
      {!account.isEmailVerified && (
        <Badge variant="light" color="gray">
          {t('marks.unconfirmed')}
        </Badge>
      )}
    </Group>
  )
}
