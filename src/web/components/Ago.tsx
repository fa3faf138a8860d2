import { Text, type TextProps } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatAgo, formatDateTime } from '../formats.ts'

interface AgoProps extends TextProps {
  /** ISO 8601. */
  readonly time: string
}

const MINUTE = 60_000

/** How long ago something was, such as “5 minutes ago”, which no live region announces; the exact time shows when it is pointed at. */
export function Ago({ time, ...props }: AgoProps) {
  const { i18n } = useTranslation()
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), MINUTE, { autoInvoke: true })
  return (
    <Text
      size="xs"
      c="dimmed"
      component="time"
      aria-live="off"
      dateTime={time}
      title={formatDateTime(i18n.language, time)}
      {...props}
    >
      {formatAgo(i18n.language, time, now)}
    </Text>
  )
}
