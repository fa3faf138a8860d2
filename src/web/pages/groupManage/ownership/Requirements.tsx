import { Group, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ManageTransferRequirementsQuery } from '../../../generated/graphql.ts'

type Transferability = NonNullable<NonNullable<ManageTransferRequirementsQuery['group']>['transferability']>

const REQUIREMENTS = [
  ...(['targetIsMember', 'hasSubscriptions', 'hasVerifiedEmail'] as const),
  ...(['targetCanOwnMoreGroups', 'isNotMonetized'] as const),
] as const

interface RequirementsProps {
  readonly requirements: Transferability
}

/** What must hold before the group gets another owner, and whether it does. */
export function Requirements({ requirements }: RequirementsProps) {
  const { t } = useTranslation('groupManage')
  return (
    <Stack component="ul" className="plainList" gap={6} aria-label={t('ownership.requirements')}>
      {REQUIREMENTS.map((name) => (
        <Group key={name} component="li" gap="xs" wrap="nowrap">
          <ThemeIcon
            size="sm"
            radius="xl"
            variant="light"
            color={requirements[name] ? 'green' : 'red'}
            role="img"
            aria-label={requirements[name] ? t('ownership.holds') : t('ownership.lacks')}
          >
            {requirements[name] ? <IconCheck size={14} aria-hidden /> : <IconX size={14} aria-hidden />}
          </ThemeIcon>
          <Text size="sm">{t(`ownership.needs.${name}`)}</Text>
        </Group>
      ))}
    </Stack>
  )
}
