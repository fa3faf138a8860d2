import { Progress, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDate, formatNumber } from '../../../formats.ts'
import type { EarningsFragment, EarningsGrouping } from '../../../generated/graphql.ts'

interface EarningsTableProps {
  readonly parts: EarningsFragment['parts']
  readonly groupBy: EarningsGrouping
}

/** Earnings by days, weeks or months, the latest first; bars compare them. */
export function EarningsTable({ parts, groupBy }: EarningsTableProps) {
  const { t, i18n } = useTranslation('selling')
  if (parts.length === 0) return <Text size="sm">{t('earnings.none')}</Text>
  const most = Math.max(1, ...parts.map(({ earnings }) => earnings.total))
  const number = (value: number) => formatNumber(i18n.language, value)
  return (
    <Table.ScrollContainer minWidth={280}>
      <Table captionSide="top" verticalSpacing={6}>
        <Table.Caption>{t('earnings.caption')}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t(`earnings.parts.${groupBy}`)}</Table.Th>
            <Table.Th scope="col" ta="end" style={{ whiteSpace: 'nowrap' }}>
              {t('earnings.tokens')}
            </Table.Th>
            <Table.Th scope="col" ta="end">
              {t('earnings.count')}
            </Table.Th>
            <Table.Td w="35%" aria-hidden visibleFrom="xs" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[...parts].reverse().map(({ period, earnings }) => (
            <Table.Tr key={period}>
              <Table.Th scope="row" fw={400}>
                {periodText(i18n.language, period, groupBy)}
              </Table.Th>
              <Table.Td ta="end">{number(earnings.total)}</Table.Td>
              <Table.Td ta="end">{number(earnings.oneTimeCount)}</Table.Td>
              <Table.Td aria-hidden visibleFrom="xs">
                <Progress.Root size="sm">
                  <Progress.Section value={(100 * earnings.total) / most} withAria={false} />
                </Progress.Root>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** A day, week or month as the server names it, in words as far as there are any. */
function periodText(language: string, period: string, groupBy: EarningsGrouping): string {
  if (groupBy === 'WEEK') return period
  if (groupBy === 'DAY') return formatDate(language, `${period}T00:00:00`)
  const month = new Date(`${period}-01T00:00:00`)
  return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' }).format(month)
}
