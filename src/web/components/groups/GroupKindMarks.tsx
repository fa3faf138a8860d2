import { Badge } from '@mantine/core'
import { IconLock, IconRosetteDiscountCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { GroupCardFragment } from '../../generated/graphql.ts'

/** Whether a group is private, and whether the platform has verified it. */
export function GroupKindMarks({ privacy, isVerified }: Pick<GroupCardFragment, 'privacy' | 'isVerified'>) {
  const { t } = useTranslation('groups')
  return (
    <>
      {privacy === 'PRIVATE' && (
        <Badge variant="default" leftSection={<IconLock size={12} aria-hidden />}>
          {t('marks.private')}
        </Badge>
      )}
      {isVerified && (
        <Badge variant="default" leftSection={<IconRosetteDiscountCheck size={12} aria-hidden />}>
          {t('marks.verified')}
        </Badge>
      )}
    </>
  )
}
