import ipaddr from 'ipaddr.js'

/** From all special-purpose ranges of IANA's registries and unallocated space. */
export const NOT_PUBLIC_V4 = [
  ...['0.0.0.0', '0.1.2.3', '0.255.255.255', '10.0.0.0', '10.0.0.5', '10.255.255.255'],
  ...['100.64.0.0', '100.100.100.200', '100.127.255.255', '127.0.0.1', '127.1.2.3', '127.255.255.255'],
  ...['168.63.129.16', '169.254.0.0', '169.254.169.254', '169.254.170.2', '169.254.255.255'],
  ...['172.16.0.0', '172.31.255.255', '192.0.0.0', '192.0.0.192', '192.0.2.1', '192.88.99.1'],
  ...['192.168.0.0', '192.168.1.1', '192.168.255.255', '198.18.0.0', '198.19.255.255', '198.51.100.1'],
  ...['203.0.113.1', '224.0.0.1', '233.252.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255'],
]

export const NOT_PUBLIC_V6 = [
  ...['::', '::1', '::2', '::7f00:1', '::ffff:7f00:1', '::ffff:a00:5', '::ffff:a9fe:a9fe', '::ffff:0:7f00:1'],
  ...['64:ff9b::7f00:1', '64:ff9b::a00:5', '64:ff9b::a9fe:a9fe', '64:ff9b:1::1', '100::1', '100:0:0:1::1'],
  ...['1::1', '2001::1', '2001:0:7f00:1::1', '2001:2::1', '2001:4:112::1', '2001:10::1', '2001:20::1'],
  ...['2001:30::1', '2001:1ff:ffff::1', '2001:db8::1', '2001:db8:ffff::1', '2002:7f00:1::1', '2002:a00:5::1'],
  ...['2002:a9fe:a9fe::1', '2620:4f:8000::1', '3fff::1', '3fff:fff:ffff::1', '4000::1', '5f00::1', '8000::1'],
  ...['fc00::1', 'fd00::1', 'fd00:ec2::254', 'fdff:ffff::1', 'fe80::1', 'fe80::a9fe:a9fe', 'febf::1'],
  ...['fec0::1', 'feff::1', 'ff02::1', 'ff05::1', 'ff0e::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
]

/** Including addresses adjacent to the ranges above. */
export const PUBLIC = [
  ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '93.184.216.34', '100.63.255.255', '100.128.0.0'],
  ...['126.255.255.255', '128.0.0.1', '168.63.129.15', '168.63.129.17', '169.253.255.255', '169.255.0.0'],
  ...['172.15.255.255', '172.32.0.0', '192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0'],
  ...['223.255.255.255', '2000::1', '2001:200::1', '2001:4860:4860::8888', '2001:db7:ffff::1', '2001:db9::1'],
  ...['2003::1', '2400:cb00::1', '2606:4700:4700::1111', '2620:fe::fe', '2a00:1450:4001:800::200e'],
]

/** URLs that spell an address in different ways. */
export function spellings(address: string): [kind: string, url: string][] {
  const hosts = address.includes(':') ? spellingsOfV6(address) : spellingsOfV4(address)
  return [
    ...hosts.map(([kind, host]): [string, string] => [kind, `http://${host}/`]),
    ['https', `https://${plain(address)}/`],
    ['another port', `http://${plain(address)}:8080/`],
    ['without slashes', `http:${plain(address)}`],
    ['backslashes', `http:\\\\${plain(address)}\\`],
    ['user name', `http://example.com@${plain(address)}/`],
    ['fragment', `http://${plain(address)}#@example.com/`],
  ]
}

const plain = (address: string) => (address.includes(':') ? `[${address}]` : address)

function spellingsOfV4(address: string): [string, string][] {
  const bytes = ipaddr.IPv4.parse(address).toByteArray()
  const [a = 0, b = 0, c = 0, d = 0] = bytes
  const number = ((a * 256 + b) * 256 + c) * 256 + d
  const hex = (value: number, width: number) => value.toString(16).padStart(width, '0')
  const groups = `${hex(a * 256 + b, 1)}:${hex(c * 256 + d, 1)}`
  const join = (map: (byte: number) => string) => bytes.map(map).join('.')
  const circled = (digit: string) => (digit === '0' ? '⓪' : String.fromCodePoint(0x2460 + Number(digit) - 1))
  return [
    ['plain', address],
    ['one number', `${number}`],
    ['one hexadecimal number', `0x${hex(number, 8)}`],
    ['one octal number', `0${number.toString(8)}`],
    ['hexadecimal parts', join((byte) => `0x${hex(byte, 2)}`)],
    ['octal parts', join((byte) => `0${byte.toString(8)}`)],
    ['padded octal parts', join((byte) => `000${byte.toString(8)}`)],
    ['mixed parts', `0x${hex(a, 2)}.0${b.toString(8)}.${c * 256 + d}`],
    ['two parts', `${a}.${(b * 256 + c) * 256 + d}`],
    ['dot at the end', `${address}.`],
    ['percent signs', address.replaceAll('.', '%2e')],
    ['encoded digits', address.replace(/\d/g, (digit) => `%3${digit}`)],
    ['circled digits', address.replace(/\d/g, circled)],
    ['wide digits', address.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))],
    ['ideographic dots', address.replaceAll('.', '。')],
    ['soft hyphen', address.replace('.', '\u00ad.')],
    ['mapped', `[::ffff:${address}]`],
    ['mapped in groups', `[::ffff:${groups}]`],
    ['mapped in full', `[0:0:0:0:0:FFFF:${address}]`],
    ['IPv4-compatible', `[::${address}]`],
    ['NAT64', `[64:ff9b::${address}]`],
    ['6to4', `[2002:${groups}::1]`],
  ]
}

function spellingsOfV6(address: string): [string, string][] {
  const parts = ipaddr.IPv6.parse(address).parts
  const full = parts.map((part) => part.toString(16))
  const [high = 0, low = 0] = parts.slice(6)
  const quad = [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return [
    ['plain', `[${address}]`],
    ['in full', `[${full.join(':')}]`],
    ['padded', `[${full.map((part) => part.padStart(4, '0')).join(':')}]`],
    ['upper case', `[${full.join(':').toUpperCase()}]`],
    ['ends in four parts', `[${[...full.slice(0, 6), quad].join(':')}]`],
    ['zone', `[${address}%25lo]`],
    ['bare zone', `[${address}%lo]`],
    ['encoded', `[${address.replace(/\d/g, (digit) => `%3${digit}`)}]`],
    ['dot at the end', `[${address}].`],
  ]
}
