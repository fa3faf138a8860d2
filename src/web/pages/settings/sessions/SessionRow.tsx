import { Badge, Box, Button, Group, Text } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { formatDateTime } from '../../../formats.ts'
import { type FragmentType, getFragmentData, graphql } from '../../../generated/index.ts'
import { clientOf } from './userAgents.ts'

export const SESSION_ROW = graphql(`
  fragment SessionRow on Session {
    id
    isCurrent
    address
    userAgent
    createdAt
    lastUsedAt
  }
`)

interface SessionRowProps {
  readonly session: FragmentType<typeof SESSION_ROW>
  readonly isBusy: boolean
  readonly onEnd: () => void
}

/** A session: with what, from where and when, and how to end it. */
export function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const { t, i18n } = useTranslation('settings')
  const { isCurrent, address, userAgent, createdAt, lastUsedAt } = getFragmentData(SESSION_ROW, session)
  const { name, system, isMobile } = clientOf(userAgent)
  const Icon = isMobile ? IconDeviceMobile : IconDeviceDesktop
  const label = system ? t('sessions.client', { name, system }) : name || t('sessions.unknown')
  return (
    <Group wrap="nowrap" align="center" gap="sm">
      <Icon size={22} stroke={1.5} aria-hidden style={{ flex: 'none' }} />
      <Box flex={1} miw={0}>
        <Group gap="xs">
          <Text size="sm" fw={600} title={userAgent} lineClamp={1}>
            {label}
          </Text>
          {isCurrent && (
            <Badge size="sm" variant="light">
              {t('sessions.current')}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {t('sessions.signedIn', { address, time: formatDateTime(i18n.language, createdAt) })}
        </Text>
        <Text size="xs" c="dimmed">
          {t('sessions.lastUsed')} <Ago time={lastUsedAt} span />
        </Text>
      </Box>
      {!isCurrent && (
        <Button
          size="xs"
          variant="default"
          disabled={isBusy}
          onClick={onEnd}
          aria-label={t('sessions.endOf', { label })}
        >
          {t('sessions.end')}
        </Button>
      )}
    </Group>
  )
}
