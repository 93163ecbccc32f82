export const ISO_639_3_CODES = new Map(
  `
  ar:ara bn:ben bg:bul ca:cat cs:ces da:dan de:deu el:ell en:eng es:spa et:est eu:eus fa:fas fi:fin fr:fra
  gl:glg gu:guj he:heb hi:hin hr:hrv hu:hun hy:hye id:ind it:ita ja:jpn ko:kor lt:lit lv:lav mr:mar ms:msa
  my:mya nb:nob nl:nld nn:nob no:nob pl:pol pt:por ro:ron ru:rus sk:slk sl:slv sv:swe sw:swa th:tha tr:tur
  uk:ukr ur:urd vi:vie zh:zho yo:yor cmn:zho pes:fas prs:fas swh:swa arb:ara zlm:msa bos:hrv srp:hrv
  lo:lao km:khm af:afr ga:gle eo:epo so:som zu:zul ku:kur tl:tgl br:bre la:lat`
    .trim()
    .split(/\s+/)
    .map((pair): [string, string] => [pair.slice(0, pair.indexOf(':')), pair.slice(pair.indexOf(':') + 1)]),
)

/** Returns the ISO 639-3 code for a language tag such as 'de-AT', or the first subtag of an unknown language. */
export function languageCode(tag: string): string {
  const name = tag.toLowerCase().split(/[-_]/)[0]?.trim() ?? ''
  return ISO_639_3_CODES.get(name) ?? name
}
