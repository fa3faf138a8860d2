import { describe, expect, it } from 'vitest'
import { canonicalAddress, isLoopbackAddress, networkOf } from '../../src/kernel/clientAddress.ts'

const networkOfText = (text: string) => networkOf(canonicalAddress(text))

describe('the network of a client', () => {
  it('is the /64 of IPv6, in one spelling', () => {
    const spellings = [
      '2001:db8:0:1::7',
      '2001:DB8:0:1:ffff:1:2:3',
      '[2001:0db8:0000:0001::]:80',
      '2001:db8:0:1::1%eth0',
    ]
    for (const text of spellings) expect(networkOfText(text)).toBe('2001:db8:0:1::/64')
    expect(networkOfText('1:2:3:4:5:6:7:8')).toBe('1:2:3:4::/64')
    expect(networkOfText('1::8')).toBe('1::/64')
    expect(networkOfText('1:0:0:1::8')).toBe('1:0:0:1::/64')
  })

  it('is the address of IPv4, of the machine itself, and of nobody', () => {
    expect(networkOfText('::ffff:203.0.113.7')).toBe('203.0.113.7')
    expect(networkOfText('203.0.113.7:80')).toBe('203.0.113.7')
    expect(networkOfText('0:0:0:0:0:0:0:1')).toBe('::1')
    expect(networkOfText('nobody')).toBe('unknown')
  })
})

it('the machine itself is 127.0.0.0/8 and ::1', () => {
  expect(['127.0.0.1', '127.8.8.8', '::1'].filter(isLoopbackAddress)).toHaveLength(3)
  expect(['128.0.0.1', 'unknown', '::2', '10.0.0.1'].filter(isLoopbackAddress)).toEqual([])
})
