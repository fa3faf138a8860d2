import { Button, Group, Modal, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKeyboard } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadMore, type PageInfo } from '../../../components/LoadMore.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import type { Refusal } from '../../../graph/refusal.ts'
import { type RowKey, useRowKeys } from './useRowKeys.ts'

export interface Column<Row> {
  /** Unique in the table. */
  readonly name: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** The least CSS width of a column whose words may be broken. */
  readonly width?: string
}

export interface ConsoleTableProps<Row> {
  /** What the rows are, for who does not see them. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** Undefined until they were read. */
  readonly rows: readonly Row[] | undefined
  readonly pageInfo: PageInfo | undefined
  readonly refusal: Refusal | null
  readonly onRetry: () => void
  readonly onMore: (after: string) => Promise<void>
  /** What to say where nothing matches. */
  readonly empty: ReactNode
  /** Opens a row, by Enter. */
  readonly onOpen?: (row: Row) => void
  /** What further keys do with the row that has the focus. */
  readonly keys?: readonly RowKey<Row>[]
}

/** A table of the console, which is read page after page, and gone through by the keys of the keyboard. */
export function ConsoleTable<Row extends { readonly id: string }>(props: ConsoleTableProps<Row>) {
  const { label, columns, rows, pageInfo, refusal, onRetry, onMore, empty } = props
  return (
    <Stack gap="sm">
      {refusal && <RefusalAlert refusal={refusal} onRetry={onRetry} />}
      {rows?.length === 0 && (
        <Text c="dimmed" size="sm" role="status">
          {empty}
        </Text>
      )}
      {(!rows || rows.length > 0) && !refusal && (
        <Table.ScrollContainer minWidth={800} scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': label } }}>
          <Table verticalSpacing="xs" highlightOnHover aria-busy={!rows}>
            <Table.Caption>
              <VisuallyHidden>{label}</VisuallyHidden>
            </Table.Caption>
            <Table.Thead>
              <Table.Tr>
                {columns.map(({ name, header, width }) => (
                  <Table.Th key={name} className="wholeWords" {...(width !== undefined && { miw: width })}>
                    {header}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Rows {...props} />
          </Table>
        </Table.ScrollContainer>
      )}
      {pageInfo && <LoadMore pageInfo={pageInfo} onMore={onMore} />}
    </Stack>
  )
}

const WAITING = ['one', 'two', 'three', 'four', 'five']

function Rows<Row extends { readonly id: string }>({ columns, rows, onOpen, keys = [] }: ConsoleTableProps<Row>) {
  const { bodyProps, rowProps } = useRowKeys({ rows: rows ?? [], onOpen, keys })
  if (!rows)
    return (
      <Table.Tbody aria-hidden>
        {WAITING.map((name) => (
          <Table.Tr key={name} h={40}>
            <Table.Td colSpan={columns.length} className="waitingRow" />
          </Table.Tr>
        ))}
      </Table.Tbody>
    )
  return (
    <Table.Tbody {...bodyProps}>
      {rows.map((row, index) => (
        <Table.Tr key={row.id} {...rowProps(index)}>
          {columns.map(({ name, cell }) => (
            <Table.Td key={name}>{cell(row)}</Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  )
}

interface KeysHelpProps {
  readonly keys: readonly { readonly key: string; readonly label: string }[]
}

/** Tells which keys do what in a table. They work while one of its rows has the focus. */
export function KeysHelp({ keys }: KeysHelpProps) {
  const { t } = useTranslation('console')
  const [isOpen, { open, close }] = useDisclosure(false)
  const all = [
    { key: 'j', label: t('keys.next') },
    { key: 'k', label: t('keys.previous') },
    { key: 'Enter', label: t('keys.open') },
    ...keys,
  ]
  return (
    <>
      <Button variant="subtle" leftSection={<IconKeyboard size={18} aria-hidden />} onClick={open}>
        {t('keys.button')}
      </Button>
      <Modal opened={isOpen} onClose={close} title={t('keys.title')} closeButtonProps={{ 'aria-label': t('close') }}>
        <Text size="sm" mb="sm">
          {t('keys.text')}
        </Text>
        <Stack component="ul" className="plainList" gap="xs">
          {all.map(({ key, label }) => (
            <Group component="li" key={key} gap="sm" wrap="nowrap">
              <kbd>{key}</kbd>
              <Text size="sm">{label}</Text>
            </Group>
          ))}
        </Stack>
      </Modal>
    </>
  )
}
