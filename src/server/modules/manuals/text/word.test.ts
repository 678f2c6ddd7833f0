import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanManualHtml } from './index.ts';

const bare = (html: string) => cleanManualHtml(html).html.replace(/ id="b-[0-9a-z]{10}"/g, '');

const item = (level: number, marker: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:36pt;mso-add-space:auto;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'>` +
  `<![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;</span></span></span><![endif]>` +
  `<span lang=EN-US>${text}<o:p></o:p></span></p>\n`;

test('MAN-05 text pasted from Word becomes headings, lists, tables, quotes and links', () => {
  const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- @list l0:level1 {mso-level-number-format:bullet;} p.MsoNormal {margin:0cm;} --></style></head>
<body lang=EN-US><!--StartFragment-->
<p class=MsoTitle>Harbour rules<o:p></o:p></p>
<p class=MsoToc1><a href="#_Toc1">1 Scope <span>....</span> 3</a></p>
<h1 style='mso-list:l1 level1 lfo2'><a name="_Toc1"><span style='mso-list:Ignore'>1<span>&nbsp;&nbsp;</span></span><b style='mso-bidi-font-weight:normal'>Scope</b></a></h1>
<p class=MsoNormal lang=ET style='mso-ansi-language:ET'><b style='mso-bidi-font-weight:normal'>All</b>&nbsp;people <span style='text-decoration:underline'>on the quay</span>.<o:p>&nbsp;</o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
${item(1, '·', 'Helmet')}${item(1, '·', 'Shoes')}${item(2, '1.', 'with caps')}${item(2, '2.', 'with soles')}${item(1, '·', 'Vest')}
<table class=MsoTableGrid border=1 style='border-collapse:collapse'><thead><tr style='mso-yfti-firstrow:yes'><td width=100 valign=top><p class=MsoNormal><b>Place</b></p></td><td><p class=MsoNormal><b>Phone</b></p></td></tr></thead><tr><td><p class=MsoNormal>Quay</p></td><td><p class=MsoNormal>112</p></td></tr></table>
<p class=MsoQuote>Safety first.</p>
<p class=MsoNormal>See <a href="file:///C:/Users/x/rules.htm#_Toc1">Scope</a>.<del cite="mailto:x" datetime="2026-01-01T10:00">gone</del><ins cite="mailto:x" datetime="2026-01-01T10:00">come</ins><span style='mso-element:comment'>hm</span></p>
<!--EndFragment--></body></html>`;
  const cleaned = bare(html);
  assert.match(cleaned, /See <a href="#b-[0-9a-z]{10}">Scope<\/a>/);
  assert.equal(
    cleaned.replace(/#b-[0-9a-z]{10}/, '#scope'),
    '<h1>Harbour rules</h1><h1>Scope</h1><p><strong>All</strong>&nbsp;people <u>on the quay</u>.&nbsp;</p>' +
      '<ul><li>Helmet</li><li>Shoes<ol><li>with caps</li><li>with soles</li></ol></li><li>Vest</li></ul>' +
      '<table><thead><tr><th>Place</th><th>Phone</th></tr></thead><tbody><tr><td>Quay</td><td>112</td></tr></tbody></table>' +
      '<blockquote><p>Safety first.</p></blockquote><p>See <a href="#scope">Scope</a>.come</p>',
  );
});

test('MAN-05 text pasted from Google Docs gives the same result', () => {
  const html =
    '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1234"><h2 dir="ltr" style="line-height:1.38"><span style="font-size:16pt;font-weight:400;color:#000">Scope</span></h2>' +
    '<p dir="ltr"><span style="font-weight:700;font-style:normal">All</span><span style="font-weight:400"> people, </span><a href="https://example.org/" style="text-decoration:none"><span style="text-decoration:underline;color:#1155cc">here</span></a></p>' +
    '<ul style="padding-inline-start:48px"><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Helmet</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr"><span style="vertical-align:super">white</span></p></li></ul></ul><br class="Apple-interchange-newline"></b>';
  assert.equal(
    bare(html),
    '<h2 dir="ltr">Scope</h2><p dir="ltr"><strong>All</strong> people, <a href="https://example.org/">here</a></p>' +
      '<ul><li dir="ltr">Helmet<ul><li dir="ltr"><sup>white</sup></li></ul></li></ul>',
  );
});
