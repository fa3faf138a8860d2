import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../formats.ts'

interface CountProps {
  readonly value: number
}

/** How many there are, beside a heading. */
export function Count({ value }: CountProps) {
  const { i18n } = useTranslation()
  return <Badge variant="light">{formatNumber(i18n.language, value)}</Badge>
}

/** How many wait for the viewer, beside the name of a part of a page. */
export function WaitingCount({ value }: CountProps) {
  const { i18n } = useTranslation()
  return <Badge size="sm">{formatNumber(i18n.language, value)}</Badge>
}
