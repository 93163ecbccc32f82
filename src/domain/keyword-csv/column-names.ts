/**
 * Names of columns, one line for each vendor and language, as: vendors; language; names of the column of keywords; position;
 * search volume; traffic. Names are separated by '|'; earlier lines and names take precedence. Omitted: 'Global volume' and
 * 'Impressions', which aren't search volume, and 'Traffic (%)', 'Traffic cost' and 'Traffic potential'.
 */
const TABLE = `
Semrush, Similarweb; en; Keyword|Keywords; Position|Current position; Search volume|Volume; Traffic
Ahrefs; en;; Best position;; Current organic traffic|Organic traffic|Organic visits
Moz; en;; Rank|Ranking|Pos; Monthly volume|Max volume|Volume range; Estimated traffic|Est. traffic
Keyword Planner; en; Search term;; Avg. monthly searches|Average monthly searches;
Mangools; en;; Current rank; Search vol.|Avg. search volume (last known values)|Avg. search volume (last 12 months)|Avg. search volume;
SE Ranking, Sistrix; en;; Google position|Ranking position; SV; Traffic forecast
Serpstat; en; Keyphrase;; Keyword volume|Region volume; Traff.
Ubersuggest; en;;;; Est. visits|Estimated visits|Visits
SpyFu, KeywordTool; en;;; Monthly searches|Searches|Vol; Est. monthly SEO clicks|SEO clicks
Search Console, AIOSEO, Bing; en; Top queries|Query|Queries|Search query; Avg. position|Average position|Organic average position|Avg. pos.;; Clicks
Analytics; en; Organic Google Search query; Organic Google Search average position;; Organic Google Search clicks
Semrush, Ahrefs, Sistrix; de; Suchbegriff|Suchbegriffe|Schlüsselwort|Suchwort; Aktuelle Position|Rang|Platzierung|Ranking; Suchvolumen|Volumen; Aktueller organischer Traffic|Organischer Traffic|Geschätzter Traffic
Search Console, Bing; de; Häufigste Suchanfragen|Suchanfragen|Suchanfrage; Durchschnittliche Position|Durchschn. Position|Ø Position; Durchschn. Suchanfragen pro Monat|Durchschnittliche Suchanfragen pro Monat|Monatliche Suchanfragen; Klicks
Semrush, Ahrefs, Bing; fr; Mot clé|Mots clés|Terme de recherche; Position actuelle|Rang|Classement; Volume de recherche|Volume de recherches|Volume recherche; Trafic|Trafic organique|Trafic organique actuel|Trafic estimé
Search Console; fr; Requêtes les plus fréquentes|Requêtes|Requête; Position moyenne; Nombre moyen de recherches mensuelles|Nbre moy. de recherches mensuelles|Recherches mensuelles moy.|Recherches mensuelles moyennes; Clics
Semrush, Ahrefs, Bing; es; Palabra clave|Palabras clave|Término de búsqueda; Posición actual|Ranking; Volumen de búsqueda|Volumen de búsquedas|Volumen; Tráfico|Tráfico orgánico|Tráfico orgánico actual|Tráfico estimado
Search Console; es; Consultas principales|Consultas|Consulta; Posición|Posición media|Posición promedio; Promedio de búsquedas mensuales|Prom. búsquedas mensuales|Media de búsquedas mensuales|Búsquedas mensuales; Clics|Clicks
Semrush, Ahrefs, Bing; it; Parola chiave|Parole chiave|Termine di ricerca; Posizione attuale; Volume di ricerca|Volume ricerca; Traffico|Traffico organico|Traffico organico attuale|Traffico stimato
Search Console; it; Query principali|Query più frequenti|Interrogazioni|Ricerche principali; Posizione|Posizione media; Media ricerche mensili|Ricerche mensili medie|Media delle ricerche mensili; Clic
Semrush, Ahrefs, Bing; pt; Palavra-chave|Palavras-chave|Termo de pesquisa; Posição atual|Classificação; Volume de pesquisa|Volume de pesquisas|Volume de busca|Volume de buscas; Tráfego|Tráfego orgânico|Tráfego orgânico atual|Tráfego estimado
Search Console; pt; Principais consultas|Consultas mais frequentes|Consultas|Consulta; Posição|Posição média; Média de pesquisas mensais|Média pesquisas mensais|Pesquisas mensais; Cliques
Semrush, Ahrefs, Bing; nl; Zoekwoord|Zoekwoorden|Trefwoord|Trefwoorden|Zoekterm|Zoektermen; Huidige positie|Rangschikking; Zoekvolume; Verkeer|Organisch verkeer|Huidig organisch verkeer
Search Console; nl; Populairste zoekopdrachten|Zoekopdrachten|Zoekopdracht|Zoekquery; Positie|Gemiddelde positie|Gem. positie; Gem. aantal zoekopdrachten per maand|Gemiddeld aantal zoekopdrachten per maand|Gem. maandelijkse zoekopdrachten; Klikken|Kliks
Semrush, Ahrefs, Bing; pl; Słowo kluczowe|Słowa kluczowe|Fraza|Frazy; Aktualna pozycja|Obecna pozycja; Liczba wyszukiwań|Wolumen wyszukiwań|Wolumen|Średnia liczba wyszukiwań; Ruch|Ruch organiczny|Szacowany ruch
Search Console; pl; Najpopularniejsze zapytania|Najczęstsze zapytania|Zapytania|Zapytanie; Pozycja|Średnia pozycja|Śr. pozycja; Śr. mies. liczba wyszukiwań|Średnia miesięczna liczba wyszukiwań|Miesięczna liczba wyszukiwań; Kliknięcia
Semrush, Ahrefs, Key Collector, Topvisor; ru; Ключевое слово|Ключевые слова|Ключевая фраза|Фраза|Ключ; Текущая позиция|Место; Частотность|Частота|Объём поиска|Объём|Показов в месяц|Число запросов; Трафик|Органический трафик|Прогноз трафика|Визиты
Search Console, Yandex, Bing; ru; Популярные запросы|Поисковый запрос|Поисковые запросы|Запросы|Запрос; Позиция|Средняя позиция|Средняя позиция показа|Ср. позиция показа|Ср. позиция; Ср. число запросов в месяц|Среднее число запросов в месяц|Запросов в месяц; Клики|Переходы
Search Console, Semrush; uk; Найпопулярніші запити|Популярні запити|Запити|Запит|Ключове слово|Ключові слова; Позиція|Середня позиція; Частотність|Обсяг пошуку|Сер. кількість запитів на місяць; Трафік|Кліки
Semrush, Ahrefs, Bing; tr; Anahtar kelime|Anahtar kelimeler|Anahtar sözcük|Arama terimi; Mevcut konum|Sıra|Sıralama|Pozisyon; Arama hacmi|Hacim|Aranma hacmi; Trafik|Organik trafik|Tahmini trafik
Search Console; tr; En popüler sorgular|Sorgular|Sorgu; Konum|Ortalama konum|Ort. konum; Ort. aylık arama sayısı|Ortalama aylık arama sayısı|Aylık arama sayısı; Tıklamalar|Tıklama sayısı|Tıklama
Search Console, Semrush, Ahrefs, Bing; ja; 上位のクエリ|クエリ|検索クエリ|検索キーワード|キーワード|検索語句; 掲載順位|平均掲載順位|順位|検索順位|現在の順位|平均順位|ポジション; 検索ボリューム|ボリューム|月間平均検索ボリューム|月間検索ボリューム|月間検索数|検索数; トラフィック|推定トラフィック|オーガニックトラフィック|流入数|クリック数|クリック
Search Console, Semrush, Naver, Bing; ko; 인기 검색어|검색어|쿼리|키워드|연관키워드; 게재순위|평균 게재순위|순위|현재 순위|평균 순위|평균 위치; 검색량|월간 평균 검색량|평균 월간 검색량|월간 검색량|월간 검색수; 트래픽|오가닉 트래픽|예상 트래픽|클릭수|클릭
Search Console, Semrush, Baidu, Bing; zh-Hans; 热门查询|查询|查询词|热门搜索查询|关键词|关键字|搜索词|搜索字词; 排名|平均排名|当前排名|平均位置|位置|平均展现位置; 搜索量|平均每月搜索量|月均搜索量|月搜索量|日均搜索量; 流量|自然流量|预估流量|点击次数|点击量|点击数|点击
Search Console, Semrush, Bing; zh-Hant; 熱門查詢|熱門查詢項目|最常見的查詢|查詢|查詢項目|關鍵字|關鍵詞|搜尋字詞; 排名|平均排名|平均排序|排序|平均位置; 搜尋量|平均每月搜尋量|每月平均搜尋量|每月搜尋量; 流量|自然流量|點擊|點擊次數|點閱次數
Search Console, Semrush; sv; Vanligaste sökfrågor|Populära sökfrågor|Sökfrågor|Sökfråga|Sökord|Nyckelord|Sökterm; Genomsnittlig position|Placering; Sökvolym|Volym|Genomsnittligt antal sökningar per månad; Trafik|Organisk trafik|Klick
Search Console; da, nb; Populære forespørgsler|Forespørgsler|Forespørgsel|Søgeord|Søgeforespørgsler|Vanligste søk|Populære søk|Søkeord|Søk|Nøkkelord; Placering|Gennemsnitlig placering|Posisjon|Gjennomsnittlig posisjon; Søgevolumen|Søkevolum; Trafikk|Klik|Klikk
Search Console; fi; Suosituimmat kyselyt|Kyselyt|Kysely|Hakusana|Hakusanat|Avainsana; Sijainti|Sijoitus|Keskimääräinen sijainti; Hakumäärä|Hakuvolyymi; Liikenne|Klikkaukset|Klikit
Search Console, Collabim; cs, sk; Nejčastější dotazy|Dotazy|Dotaz|Klíčové slovo|Klíčová slova|Kľúčové slovo|Kľúčové slová|Najčastejšie dopyty|Dopyty|Dopyt; Pozice|Průměrná pozice|Pozícia|Priemerná pozícia; Hledanost|Objem vyhledávání|Hľadanosť|Objem vyhľadávania; Návštěvnost|Kliknutí|Návštevnosť|Kliknutia
Search Console; hu; Leggyakoribb lekérdezések|Lekérdezések|Lekérdezés|Kulcsszó|Kulcsszavak|Keresési kifejezés; Pozíció|Helyezés|Átlagos pozíció|Átlagos helyezés; Keresési volumen|Havi keresések; Forgalom|Kattintások
Search Console; ro; Interogări frecvente|Interogări|Interogare|Cuvânt cheie|Cuvinte cheie; Poziție|Poziția|Poziția medie; Volum de căutare|Volum de căutări|Volum; Trafic|Clicuri
Search Console; el; Κορυφαία ερωτήματα|Ερωτήματα|Ερώτημα|Λέξη-κλειδί|Λέξεις-κλειδιά; Θέση|Μέση θέση; Όγκος αναζήτησης|Όγκος αναζητήσεων; Επισκεψιμότητα|Κλικ
Search Console; vi; Cụm từ tìm kiếm hàng đầu|Truy vấn hàng đầu|Cụm từ tìm kiếm|Truy vấn|Từ khóa|Từ khoá; Vị trí|Vị trí trung bình|Thứ hạng; Lượng tìm kiếm|Khối lượng tìm kiếm; Lưu lượng truy cập|Lượt nhấp|Số lượt nhấp|Số lần nhấp
Search Console; id, ms; Kueri teratas|Kueri populer|Kueri|Kata kunci|Pertanyaan teratas; Posisi|Posisi rata-rata|Peringkat|Kedudukan; Volume pencarian|Volume penelusuran; Lalu lintas|Klik
Search Console; th; คำค้นหายอดนิยม|คำค้นหา|คีย์เวิร์ด|คำหลัก; อันดับ|ตำแหน่ง|อันดับเฉลี่ย|ตำแหน่งเฉลี่ย; ปริมาณการค้นหา; การเข้าชม|การคลิก|คลิก|จำนวนคลิก
Search Console; ar, fa, he; أهم طلبات البحث|طلبات البحث|طلب البحث|الكلمة الرئيسية|الكلمة المفتاحية|پرس‌وجوهای برتر|پرس‌وجو|پرس‌وجوها|برترین عبارت‌های جستجو|عبارت جستجو|کلمه کلیدی|שאילתות מובילות|שאילתה|שאילתות|מילת מפתח|מילות מפתח; الموضع|متوسط الموضع|الترتيب|موقعیت|رتبه|מיקום|מיקום ממוצע; حجم البحث|حجم جستجو|נפח חיפוש; النقرات|الزيارات|کلیک‌ها|کلیک|ترافیک|קליקים|תנועה
Search Console; hi; टॉप क्वेरी|क्वेरी|कीवर्ड|शीर्ष क्वेरी; पोज़िशन|रैंक|औसत पोज़िशन|स्थिति; सर्च वॉल्यूम|खोज मात्रा; ट्रैफ़िक|क्लिक
`

/** Names by column: 2 keyword, 3 position, 4 search volume, 5 traffic. */
export const COLUMN_NAMES: readonly string[][] = TABLE.trim()
  .split('\n')
  .map((line) => line.split(';').map((cell) => cell.trim()))
